/**
 * The rules of docs/rewards.md, as plainly as they can be written: for every stretch of time without an event, all accounts are computed
 * again. The code is slow and is meant to be read beside the document. The engines are compared with this code.
 */
import { keccak256, stringToBytes } from 'viem/utils'
import { parseRulesets, rulesetHash, rulesetOf, type Ruleset } from '../../src/rulesets.ts'
import {
  WORLD_CONTRACTS,
  type ExpectedEpoch,
  type Hex,
  type RawBlock,
  type RawLog,
  type RawWorld,
} from './rawWorld.ts'

type Account = string
type Position = { pool: bigint; account: Account; opened: bigint; remaining: bigint }
type Program = {
  budget: bigint
  /** the first epoch that has not vested yet */
  vestingFrom: bigint
  unvested: bigint
  vested: bigint
}

/** The state of all accounts after an event. */
class State {
  readonly inviters = new Map<Account, Account>()
  readonly weights = new Table()
  readonly shares = new Map<Account, bigint>()
  readonly positions = new Map<string, Position>()
  readonly passes = new Map<string, { holder: Account; live: boolean }>()
  readonly programs = new Map<bigint, Program>()
  /** by program id */
  readonly drawn = new Table()
  readonly #epochDuration: bigint

  constructor(epochDuration: bigint) {
    this.#epochDuration = epochDuration
  }

  apply({ contract, event, args }: RawLog, time: bigint): void {
    const id = (name: string) => BigInt(args[name]!)
    const account = (name: string) => args[name]!.toLowerCase()
    switch (`${contract}.${event}`) {
      case 'StakingPools.Staked':
        this.weights.set(id('pool'), account('account'), id('weight'))
        this.positions.set(positionKey(args), {
          pool: id('pool'),
          account: account('account'),
          opened: time,
          remaining: id('amount'),
        })
        this.bind(account('account'), account('inviter'))
        return
      case 'StakingPools.Unstaked':
      case 'StakingPools.Exited':
        this.weights.set(id('pool'), account('account'), id('weight'))
        this.positions.get(positionKey(args))!.remaining -= id('amount')
        return
      case 'StakingPools.BoostSynced':
        this.weights.set(id('pool'), account('account'), id('weight'))
        return
      case 'ZnVault.Transfer':
        this.addShares(account('from'), -id('value'))
        this.addShares(account('to'), id('value'))
        return
      case 'ZnVault.InviterNamed':
        this.bind(account('account'), account('inviter'))
        return
      case 'NodePass.Transfer': {
        const live = this.passes.get(args.tokenId!)?.live ?? true
        if (account('to') === NOBODY) this.passes.delete(args.tokenId!)
        else this.passes.set(args.tokenId!, { holder: account('to'), live })
        return
      }
      case 'NodePass.UnbondingStarted':
        this.passes.get(args.id!)!.live = false
        return
      case 'NodePass.UnbondingCancelled':
        this.passes.get(args.id!)!.live = true
        return
      case 'RewardVouchers.ProgramCreated':
        this.programs.set(id('program'), {
          budget: id('budgetPerEpoch'),
          vestingFrom: id('start') / this.#epochDuration,
          unvested: 0n,
          vested: 0n,
        })
        return
      case 'RewardVouchers.Funded': {
        const program = this.programs.get(id('program'))!
        vest(program, time / this.#epochDuration)
        program.unvested += id('amount')
        return
      }
      case 'RewardVouchers.Claimed':
        this.drawn.add(id('program'), account('account'), id('amount'))
    }
  }

  private bind(member: Account, inviter: Account): void {
    if (inviter === NOBODY || this.inviters.has(member) || this.ancestors(inviter).includes(member)) return
    if (inviter !== member) this.inviters.set(member, inviter)
  }

  private addShares(account: Account, amount: bigint): void {
    if (account !== NOBODY) this.shares.set(account, (this.shares.get(account) ?? 0n) + amount)
  }

  /** The inviter, the inviter's inviter and so on: never the account itself. */
  ancestors(account: Account): Account[] {
    const inviter = this.inviters.get(account)
    return inviter === undefined ? [] : [inviter, ...this.ancestors(inviter)]
  }

  members(inviter: Account): Account[] {
    return [...this.inviters].filter(([, named]) => named === inviter).map(([member]) => member)
  }

  accounts(): Account[] {
    return [
      ...new Set([
        ...[...this.inviters].flat(),
        ...this.weights.accounts(),
        ...this.shares.keys(),
        ...[...this.passes.values()].map(({ holder }) => holder),
      ]),
    ]
  }

  power(account: Account, { power, vaultCoefficient }: Ruleset): bigint {
    const ofPools = power.map(
      ({ pool, coefficient }) => (this.weights.get(pool, account) * coefficient) / 10n ** 4n,
    )
    return sum(ofPools) + ((this.shares.get(account) ?? 0n) * vaultCoefficient) / 10n ** 16n
  }

  holdsLivePass(account: Account): boolean {
    return [...this.passes.values()].some(({ holder, live }) => live && holder === account)
  }
}

const NOBODY: Account = `0x${'0'.repeat(40)}`

function positionKey({ pool, account, position }: RawLog['args']): string {
  return `${pool} ${account!.toLowerCase()} ${position}`
}

/** Vests one budget, or the remainder, for each epoch before `epoch`. */
function vest(program: Program, epoch: bigint): void {
  if (epoch <= program.vestingFrom) return
  const vested = least((epoch - program.vestingFrom) * program.budget, program.unvested)
  program.vestingFrom = epoch
  program.unvested -= vested
  program.vested += vested
}

/** Amounts by the id of a pool or program, and account. */
class Table {
  readonly #amounts = new Map<string, bigint>()
  get(of: bigint, account: Account): bigint {
    return this.#amounts.get(`${of} ${account}`) ?? 0n
  }
  set(of: bigint, account: Account, amount: bigint): void {
    this.#amounts.set(`${of} ${account}`, amount)
  }
  add(of: bigint, account: Account, amount: bigint): void {
    this.set(of, account, this.get(of, account) + amount)
  }
  accounts(): Account[] {
    return [...this.#amounts.keys()].map((key) => key.split(' ')[1]!)
  }
  entriesOf(of: bigint): [Account, bigint][] {
    return [...this.#amounts]
      .map(([key, amount]): [string, Account, bigint] => [...(key.split(' ') as [string, Account]), amount])
      .filter(([one]) => one === of.toString())
      .map(([, account, amount]) => [account, amount])
  }
}

type NaiveRow = {
  account: Account
  program: string
  points: bigint
  bonus: bigint
  cumulative: bigint
}
type NaivePart = { part: string; rows: number; text: string; hash: Hex }
/** An inviter's standing in the promotion at an epoch's end. `qualified`: its qualified members */
type NaiveStanding = { qualified: readonly Account[]; highest: bigint; entitled: bigint }
export type NaiveEpoch = ExpectedEpoch & {
  parts: readonly NaivePart[]
  /** by inviter; empty if the ruleset has no promotion */
  standings: ReadonlyMap<Account, NaiveStanding>
}

/** @returns every closed epoch: a block at the epoch's end or later exists */
export function computeEpochs(world: RawWorld): NaiveEpoch[] {
  const duration = BigInt(world.epochDuration)
  const rulesets = parseRulesets(world.rulesets)
  const state = new State(duration)
  const bonuses = new Bonuses()
  const times = new Map(world.blocks.map(({ number, timestamp }) => [number, BigInt(timestamp)]))
  const events = world.logs.map((log) => ({ log, time: times.get(log.block)! }))
  const tip = BigInt(world.blocks.at(-1)!.timestamp)
  const epochs: NaiveEpoch[] = []
  const applyBefore = (end: bigint) => {
    while (events.length > 0 && events[0]!.time < end) {
      const { log, time } = events.shift()!
      state.apply(log, time)
    }
  }

  for (let epoch = BigInt(world.firstEpoch); (epoch + 1n) * duration <= tip; epoch++) {
    const ruleset = rulesetOf(rulesets, epoch)!
    const [begin, end] = [epoch * duration, (epoch + 1n) * duration]
    const points = new Table()
    // Each stretch goes from the epoch's begin or a second with events to the next second with events or the epoch's end.
    for (let from = begin; from < end;) {
      applyBefore(from + 1n)
      const next = events.find(({ time }) => time > from)?.time ?? end
      const seconds = least(next, end) - from
      for (const { id, account, rate } of rates(state, ruleset)) points.add(id, account, rate * seconds)
      from += seconds
    }
    applyBefore(end)
    const before = epochs.at(-1)
    epochs.push(bonuses.close({ world, state, ruleset, epoch, points, previous: before?.headerHash ?? null }))
  }
  return epochs
}

/** The points that each account earns in a second (rules of members and nodes). */
function rates(state: State, ruleset: Ruleset): { id: bigint; account: Account; rate: bigint }[] {
  const found: { id: bigint; account: Account; rate: bigint }[] = []
  for (const { id, rule, pools, vault } of ruleset.programs) {
    const weight = (account: Account) =>
      sum(pools.map((pool) => state.weights.get(pool, account))) +
      (vault ? (state.shares.get(account) ?? 0n) : 0n)
    for (const account of state.accounts()) {
      if (rule === 'members')
        found.push({
          id,
          account,
          rate: least(sum(state.members(account).map(weight)), 5n * weight(account)),
        })
      if (rule === 'node') {
        const holder = state.ancestors(account).find((ancestor) => state.holdsLivePass(ancestor))
        if (holder !== undefined) found.push({ id, account: holder, rate: state.power(account, ruleset) })
      }
    }
  }
  return found
}

type Closing = {
  world: RawWorld
  state: State
  ruleset: Ruleset
  epoch: bigint
  points: Table
  previous: Hex | null
}

/** The sums of all grants so far. */
class Bonuses {
  /** by program id */
  readonly #cumulative = new Table()
  /** by program id: an inviter's entitlement by the promotion's ladder */
  readonly #entitled = new Table()
  /** by program id: the highest number of qualified members that an inviter has had */
  readonly #highest = new Table()

  close({ world, state, ruleset, epoch, points, previous }: Closing): NaiveEpoch {
    const rows: NaiveRow[] = []
    const programs: ProgramSums[] = []
    const standings = new Map<Account, NaiveStanding>()
    for (const { key, id, rule } of ruleset.programs) {
      const program = state.programs.get(id) ?? { budget: 0n, vestingFrom: 0n, unvested: 0n, vested: 0n }
      vest(program, epoch)
      const vestedBefore = program.vested
      vest(program, epoch + 1n)
      const granted = this.#cumulative.entriesOf(id)
      const deficit = sum(
        state.drawn
          .entriesOf(id)
          .map(([account, drawn]) => most(0n, drawn - this.#cumulative.get(id, account))),
      )
      const available = most(0n, program.vested - sum(granted.map(([, amount]) => amount)) - deficit)
      const promotion = rule === 'promotion'
      const shares = promotion ? this.owed(state, ruleset, id, epoch, world, standings) : points.entriesOf(id)
      const total = sum(shares.map(([, share]) => share))
      const grantable = promotion ? available : least(program.vested - vestedBefore, available)
      const handedOut = promotion ? least(available, total) : grantable
      for (const [account, share] of shares.filter(([, amount]) => amount > 0n)) {
        const bonus = (handedOut * share) / total
        this.#cumulative.add(id, account, bonus)
        rows.push({
          account,
          program: key,
          points: share,
          bonus,
          cumulative: this.#cumulative.get(id, account),
        })
      }
      const ofProgram = rows.filter(({ program: named }) => named === key)
      programs.push({
        key,
        id,
        grantable,
        points: total,
        bonuses: sum(ofProgram.map(({ bonus }) => bonus)),
        cumulative: sum(this.#cumulative.entriesOf(id).map(([, amount]) => amount)),
        accounts: ofProgram.length,
      })
    }
    const order = ruleset.programs.map(({ key }) => key as string)
    rows.sort((one, other) =>
      one.account === other.account
        ? order.indexOf(one.program) - order.indexOf(other.program)
        : one.account < other.account
          ? -1
          : 1,
    )
    return { ...describeEpoch({ world, ruleset, epoch, previous, programs, rows }), standings }
  }

  /** @returns for each inviter: the entitlement at the end of the epoch, less the amount granted so far */
  private owed(
    state: State,
    ruleset: Ruleset,
    id: bigint,
    epoch: bigint,
    world: RawWorld,
    standings: Map<Account, NaiveStanding>,
  ): [Account, bigint][] {
    const latest = (epoch - 6n) * BigInt(world.epochDuration)
    const qualifies = ({ pool, opened, remaining }: Position) => {
      const wanted = ruleset.qualifying.find((entry) => entry.pool === pool)?.amount
      return wanted !== undefined && remaining > 0n && remaining >= wanted && opened <= latest
    }
    const qualified = new Set([...state.positions.values()].filter(qualifies).map(({ account }) => account))
    return state.accounts().map((inviter) => {
      const theirs = state.members(inviter).filter((member) => qualified.has(member))
      const now = BigInt(theirs.length)
      this.#highest.set(id, inviter, most(now, this.#highest.get(id, inviter)))
      const entitled = this.#entitled.get(id, inviter)
      const grown = least(
        entitled + ladder(ruleset, now) / 90n,
        ladder(ruleset, this.#highest.get(id, inviter)),
      )
      this.#entitled.set(id, inviter, most(entitled, grown))
      standings.set(inviter, {
        qualified: theirs,
        highest: this.#highest.get(id, inviter),
        entitled: this.#entitled.get(id, inviter),
      })
      return [inviter, most(0n, this.#entitled.get(id, inviter) - this.#cumulative.get(id, inviter))]
    })
  }
}

function ladder({ ladder: steps }: Ruleset, members: bigint): bigint {
  return steps.filter((step) => BigInt(step.members) <= members).at(-1)?.amount ?? 0n
}

type ProgramSums = {
  key: string
  id: bigint
  grantable: bigint
  points: bigint
  bonuses: bigint
  cumulative: bigint
  accounts: number
}

/** The epoch's canonical bytes. */
function describeEpoch({
  world,
  ruleset,
  epoch,
  previous,
  programs,
  rows,
}: Pick<Closing, 'world' | 'ruleset' | 'epoch' | 'previous'> & {
  programs: readonly ProgramSums[]
  rows: readonly NaiveRow[]
}): Omit<NaiveEpoch, 'standings'> {
  const duration = BigInt(world.epochDuration)
  const [begin, end] = [epoch * duration, (epoch + 1n) * duration]
  const earlier = world.blocks.filter(({ timestamp }) => BigInt(timestamp) < end)
  const inside = earlier.filter(({ timestamp }) => BigInt(timestamp) >= begin)
  const names = [...new Set(rows.map(({ account }) => account.slice(2, 4)))].sort()
  const parts = names.map((part): NaivePart => {
    const within = rows.filter(({ account }) => account.slice(2, 4) === part)
    const text = lines(['GALX epoch part 1', `epoch ${epoch}`, `part ${part}`, ...within.map(rowText)])
    return { part, rows: within.length, text, hash: keccak256(stringToBytes(text)) }
  })
  const header = lines([
    'GALX epoch 1',
    `chain ${world.chainId}`,
    `genesis ${world.genesis}`,
    `contracts ${WORLD_CONTRACTS.map((name) => world.contracts[name]).join(' ')}`,
    `ruleset ${ruleset.number} ${rulesetHash(ruleset)}`,
    `epoch ${epoch}`,
    `time ${begin} ${end}`,
    `first ${blockText(inside.at(0))}`,
    `last ${blockText(inside.at(-1))}`,
    `previous ${previous ?? '-'}`,
    ...programs.map(
      ({ key, id, grantable, points, bonuses, cumulative, accounts }) =>
        `program ${key} ${id} ${grantable} ${points} ${bonuses} ${cumulative} ${accounts}`,
    ),
    ...parts.map(({ part, rows: count, hash }) => `part ${part} ${count} ${hash}`),
  ])
  return {
    epoch: epoch.toString(),
    blockNumber: earlier.at(-1)!.number,
    programs: Object.fromEntries(
      programs.map(({ key, grantable, points, bonuses, cumulative, accounts }) => [
        key,
        {
          grantable: `${grantable}`,
          points: `${points}`,
          bonuses: `${bonuses}`,
          cumulative: `${cumulative}`,
          accounts,
        },
      ]),
    ),
    rows: rows.map(
      ({ account, program, points, bonus, cumulative }) =>
        [account, program, `${points}`, `${bonus}`, `${cumulative}`] as const,
    ),
    header,
    headerHash: keccak256(stringToBytes(header)),
    parts,
  }
}

function rowText({ account, program, points, bonus, cumulative }: NaiveRow): string {
  return `${account} ${program} ${points} ${bonus} ${cumulative}`
}

function blockText(block: RawBlock | undefined): string {
  return block === undefined ? '-' : `${block.number} ${block.hash}`
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('')
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

function most(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
