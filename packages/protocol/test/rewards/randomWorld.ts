/**
 * Small worlds of logs that the contracts could write, made from a seed: the same seed gives the same world everywhere. Engines are
 * compared over thousands of worlds. If a seed shows a difference, add the seed to the test that found the difference.
 */
import { keccak256, stringToBytes } from 'viem/utils'
import type { RulesetJson } from '../../src/rulesets.ts'
import { computeEpochs } from './naive.ts'
import type { Hex, RawBlock, RawLog, RawWorld } from './rawWorld.ts'

export const NOBODY: Hex = `0x${'0'.repeat(40)}`
const UNIT = 10n ** 18n

/** @returns an id of a pool or program, made as in the contracts: a serial number in the bits above a token's address */
export function serialId(serial: number): bigint {
  return (BigInt(serial) << 160n) | BigInt(`0x${'ab'.repeat(20)}`)
}

/** @returns an address from a name, so that accounts spread over the parts of an epoch */
export function addressOf(name: string): Hex {
  return `0x${keccak256(stringToBytes(name)).slice(26)}`
}

type Dice = {
  /** a whole number from 0 to below `limit` */
  below(limit: number): number
  /** true once in `times` calls, on average */
  once(times: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** wei: often a few, often whole tokens, sometimes the contracts' maximum */
  amount(): bigint
}

/** The random numbers come from Mulberry32. */
function diceOf(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit: number) => next() % limit
  return {
    below,
    once: (times) => below(times) === 0,
    pick: (items) => items[below(items.length)]!,
    amount() {
      const digits = BigInt(1 + below(9_999))
      if (below(3) === 0) return digits
      return below(20) === 0 ? digits * 10n ** 23n : digits * 10n ** 16n
    },
  }
}

/** Writes blocks and logs in order, for random worlds and for worlds built by hand. */
export class WorldBuilder {
  readonly blocks: RawBlock[] = []
  readonly logs: RawLog[] = []
  readonly #name: string
  #logIndex = 0

  constructor(name: string, begin: number) {
    this.#name = name
    this.block(begin)
  }

  get time(): number {
    return this.blocks.at(-1)!.timestamp
  }

  /** Begins a new block. @throws if `timestamp` is earlier than the last block's */
  block(timestamp: number): void {
    if (this.blocks.length > 0 && timestamp < this.time) throw new Error(`time runs back to ${timestamp}`)
    const number = 100 + this.blocks.length
    this.blocks.push({ number, timestamp, hash: keccak256(stringToBytes(`${this.#name} ${number}`)) })
    this.#logIndex = 0
  }

  log(contract: RawLog['contract'], event: string, args: Readonly<Record<string, bigint | string>>): void {
    const texts = Object.entries(args).map(([key, value]) => [key, value.toString()])
    this.logs.push({
      block: this.blocks.at(-1)!.number,
      logIndex: this.#logIndex++,
      contract,
      event,
      args: Object.fromEntries(texts) as RawLog['args'],
    })
  }

  world(terms: Pick<RawWorld, 'epochDuration' | 'firstEpoch' | 'rulesets'>): RawWorld {
    const { blocks, logs } = this
    return {
      name: this.#name,
      chainId: 56,
      genesis: keccak256(stringToBytes('genesis')),
      contracts: {
        StakingPools: addressOf('StakingPools'),
        ZnVault: addressOf('ZnVault'),
        NodePass: addressOf('NodePass'),
        RewardVouchers: addressOf('RewardVouchers'),
        EpochLog: addressOf('EpochLog'),
      },
      ...terms,
      blocks: [...blocks],
      logs: [...logs],
    }
  }
}

type Position = { pool: bigint; account: Hex; number: bigint; amount: bigint; multiplier: bigint }
type Pass = { id: bigint; holder: Hex; unbonding: boolean }
type Funding = {
  id: bigint
  budget: bigint
  start: bigint
  funded: { epoch: bigint; amount: bigint }[]
  paid: bigint
}

const POOLS = [1, 2, 3].map(serialId)

/** @param seed a whole number from 0 to below 2^32 */
export function randomWorld(seed: number): RawWorld {
  const dice = diceOf(seed)
  const duration = dice.pick([7, 10, 60])
  const firstEpoch = BigInt(1_000 + dice.below(1_000))
  const builder = new WorldBuilder(
    `random ${seed}`,
    Number(firstEpoch) * duration - 1 - dice.below(3 * duration),
  )
  const rulesets = withMoreRulesets(seed, randomRulesets(dice, firstEpoch))
  const chain = new RandomChain(builder, dice, duration)
  chain.begin(rulesets[0]!, firstEpoch)
  const known = () => builder.world({ epochDuration: duration, firstEpoch: firstEpoch.toString(), rulesets })

  const last = Number(firstEpoch + BigInt(3 + dice.below(12))) * duration
  while (builder.time < last) {
    for (let count = dice.below(4); count > 0; count--) chain.happen(known)
    const untilEnd = duration - (builder.time % duration)
    // The next block is in the same second, soon, at the end of the epoch, a second before the end, or epochs later.
    const steps = [
      0,
      0,
      1,
      1,
      2,
      3,
      duration >> 1,
      untilEnd,
      untilEnd,
      untilEnd - 1,
      duration * (1 + dice.below(3)),
    ]
    builder.block(builder.time + dice.pick(steps))
  }
  builder.block(Math.ceil(builder.time / duration) * duration + dice.below(2))
  return known()
}

function randomRulesets(dice: Dice, firstEpoch: bigint): RulesetJson[] {
  const first = randomRuleset(dice, 1, firstEpoch)
  if (dice.below(3) > 0) return [first]
  const second = randomRuleset(dice, 2, firstEpoch + 1n + BigInt(dice.below(6)))
  return [first, dice.once(2) ? { ...second, programs: second.programs.slice(dice.below(3)) } : second]
}

/** This keeps the worlds of the golden vectors as they were before third rulesets existed. */
const RULESET_SALT = 0x300000

/** Gives a third of all worlds three rulesets. Programs, including the promotion, are dropped and return. */
function withMoreRulesets(seed: number, rulesets: RulesetJson[]): RulesetJson[] {
  const dice = diceOf(seed ^ RULESET_SALT)
  if (dice.below(3) > 0) return rulesets
  const all = [...rulesets]
  while (all.length < 3) {
    const last = all.at(-1)!
    const next = randomRuleset(dice, last.number + 1, BigInt(last.firstEpoch) + 1n + BigInt(dice.below(3)))
    const kept = next.programs.filter(() => !dice.once(3))
    // A program that the previous ruleset has dropped returns.
    const known = new Set(last.programs.map(({ key }) => key))
    const programs = next.programs.filter((program) => kept.includes(program) || !known.has(program.key))
    all.push({ ...next, programs: programs.length > 0 ? programs : next.programs })
  }
  return all
}

function randomRuleset(dice: Dice, number: number, firstEpoch: bigint): RulesetJson {
  const [one, two, three] = POOLS.map(String) as [string, string, string]
  const members = { rule: 'members', vault: false } as const
  const nothing = { pools: [], vault: false }
  const chosen = <Entry>(entries: Entry[]) => entries.filter(() => !dice.once(4))
  return {
    number,
    firstEpoch: firstEpoch.toString(),
    programs: [
      { key: 'galx', id: serialId(1).toString(), ...members, pools: [one, two] },
      { key: 'btc', id: serialId(2).toString(), ...members, pools: [three] },
      { key: 'promotion', id: serialId(3).toString(), rule: 'promotion', ...nothing },
      // A second program of the pool of btc: both share its points.
      { key: 'mcm', id: serialId(4).toString(), ...members, pools: [three] },
      { key: 'node', id: serialId(5).toString(), rule: 'node', ...nothing },
      { key: 'zn', id: serialId(6).toString(), rule: 'members', pools: [], vault: true },
    ],
    power: chosen(POOLS).map((pool) => ({ pool: pool.toString(), coefficient: `${dice.below(30_000)}` })),
    vaultCoefficient: `${dice.below(20_000)}`,
    qualifying: chosen(POOLS).map((pool) => ({ pool: pool.toString(), amount: `${dice.amount()}` })),
    ladder: [
      { members: 1, amount: `${2n * UNIT + BigInt(dice.below(200))}` },
      { members: 2, amount: `${10n * UNIT}` },
      { members: 4, amount: `${20n * UNIT + 1n}` },
    ],
  }
}

/** The part of the contracts' state that decides about their logs. */
class RandomChain {
  readonly #builder: WorldBuilder
  readonly #dice: Dice
  readonly #duration: number
  readonly #accounts: readonly Hex[]
  readonly #positions: Position[] = []
  readonly #boosts = new Map<string, bigint>()
  readonly #shares = new Map<Hex, bigint>()
  readonly #passes: Pass[] = []
  readonly #fundings: Funding[] = []
  #opened = 0n
  #minted = 0n

  constructor(builder: WorldBuilder, dice: Dice, duration: number) {
    this.#builder = builder
    this.#dice = dice
    this.#duration = duration
    const people = Array.from({ length: 3 + dice.below(6) }, (_, index) => addressOf(`person ${index}`))
    // A contract can hold shares and invite, like a person.
    this.#accounts = [...people, addressOf('StakingPools')]
  }

  /** Creates the programs and funds the majority of them at once. Some programs start two epochs after the first epoch. */
  begin(ruleset: RulesetJson, firstEpoch: bigint): void {
    for (const [index, { id }] of ruleset.programs.entries()) {
      const start = firstEpoch + (index > 0 && this.#dice.once(4) ? 2n : 0n)
      const funding: Funding = { id: BigInt(id), budget: this.#dice.amount(), start, funded: [], paid: 0n }
      this.#fundings.push(funding)
      this.#builder.log('RewardVouchers', 'ProgramCreated', {
        program: funding.id,
        token: addressOf('token'),
        budgetPerEpoch: funding.budget,
        start: start * BigInt(this.#duration),
      })
      if (this.#dice.below(4) > 0) this.fund(funding)
    }
  }

  /** Lets one random event happen in the current block. */
  happen(known: () => RawWorld): void {
    const dice = this.#dice
    const events: (() => void)[] = [
      ...[1, 2, 3, 4].map(() => () => this.stake()),
      ...[1, 2].map(() => () => this.leave()),
      () => this.syncBoost(),
      ...[1, 2].map(() => () => this.mintShares()),
      ...[1, 2].map(() => () => this.moveShares()),
      () => this.nameInviter(),
      ...[1, 2].map(() => () => this.changePasses()),
      () => this.fund(dice.pick(this.#fundings)),
      () => this.claim(known()),
    ]
    dice.pick(events)()
  }

  private stake(): void {
    const dice = this.#dice
    const [account, pool] = [dice.pick(this.#accounts), dice.pick(POOLS)]
    const position = {
      pool,
      account,
      number: this.#opened++,
      amount: dice.amount(),
      multiplier: dice.pick([10_000n, 15_000n, 30_000n]),
    }
    this.#positions.push(position)
    this.#builder.log('StakingPools', 'Staked', {
      pool,
      account,
      position: position.number,
      amount: position.amount,
      pairAmount: 0n,
      tier: 0n,
      weight: this.weight(pool, account),
      // A gift names no inviter. Any other stake may name any account.
      inviter: dice.once(3) ? NOBODY : dice.pick(this.#accounts),
    })
  }

  private leave(): void {
    const dice = this.#dice
    if (this.#positions.length === 0) return
    const position = dice.pick(this.#positions)
    const whole = dice.once(2)
    const amount = whole ? position.amount : 1n + position.amount / BigInt(2 + dice.below(5))
    if (amount > position.amount) return
    position.amount -= amount
    if (position.amount === 0n) this.#positions.splice(this.#positions.indexOf(position), 1)
    const { pool, account, number } = position
    const common = { pool, account, position: number, amount, pairAmount: 0n }
    const weight = this.weight(pool, account)
    if (whole && dice.once(2)) this.#builder.log('StakingPools', 'Exited', { ...common, reward: 0n, weight })
    else this.#builder.log('StakingPools', 'Unstaked', { ...common, penalty: 0n, weight })
  }

  private syncBoost(): void {
    const [account, pool] = [this.#dice.pick(this.#accounts), this.#dice.pick(POOLS)]
    const boostBps = this.#dice.pick([10_000n, 11_000n, 20_000n])
    this.#boosts.set(`${pool} ${account}`, boostBps)
    this.#builder.log('StakingPools', 'BoostSynced', {
      pool,
      account,
      boostBps,
      weight: this.weight(pool, account),
    })
  }

  private weight(pool: bigint, account: Hex): bigint {
    const own = this.#positions.filter((one) => one.pool === pool && one.account === account)
    const boost = this.#boosts.get(`${pool} ${account}`) ?? 10_000n
    return (
      (own.reduce((total, { amount, multiplier }) => total + amount * multiplier, 0n) * boost) / 10n ** 8n
    )
  }

  private mintShares(): void {
    const [from, to] = [NOBODY, this.#dice.pick(this.#accounts)]
    const value = this.#dice.amount() * 10n ** 12n
    this.#shares.set(to, (this.#shares.get(to) ?? 0n) + value)
    this.#builder.log('ZnVault', 'Transfer', { from, to, value })
    if (this.#dice.once(2)) this.nameInviter()
  }

  /** Moves all, a third or none of an account's shares to another account, to itself, or to nobody (a withdrawal). */
  private moveShares(): void {
    const from = this.#dice.pick(this.#accounts)
    const held = this.#shares.get(from) ?? 0n
    const to = this.#dice.pick([...this.#accounts, from, NOBODY])
    const value = this.#dice.pick([held, held / 3n, 0n])
    this.#shares.set(from, held - value)
    if (to !== NOBODY) this.#shares.set(to, (this.#shares.get(to) ?? 0n) + value)
    this.#builder.log('ZnVault', 'Transfer', { from, to, value })
  }

  private nameInviter(): void {
    const [account, inviter] = [this.#dice.pick(this.#accounts), this.#dice.pick(this.#accounts)]
    this.#builder.log('ZnVault', 'InviterNamed', { account, inviter })
  }

  private changePasses(): void {
    const dice = this.#dice
    const pass = this.#passes.length === 0 || dice.once(3) ? null : dice.pick(this.#passes)
    if (pass === null) {
      const [id, holder] = [++this.#minted, dice.pick(this.#accounts)]
      this.#passes.push({ id, holder, unbonding: false })
      this.#builder.log('NodePass', 'Transfer', { from: NOBODY, to: holder, tokenId: id })
      this.#builder.log('NodePass', 'PassMinted', { id, holder, name: `pass ${id}` })
      return
    }
    const { id, holder } = pass
    if (dice.once(3)) {
      const to = dice.pick(this.#accounts)
      this.#builder.log('NodePass', 'Transfer', { from: holder, to, tokenId: id })
      if (pass.unbonding) this.#builder.log('NodePass', 'UnbondingCancelled', { id })
      Object.assign(pass, { holder: to, unbonding: false })
    } else if (!pass.unbonding) {
      this.#builder.log('NodePass', 'UnbondingStarted', { id, until: BigInt(this.#builder.time + 604_800) })
      pass.unbonding = true
    } else if (dice.once(2)) {
      this.#builder.log('NodePass', 'UnbondingCancelled', { id })
      pass.unbonding = false
    } else {
      this.#builder.log('NodePass', 'Transfer', { from: holder, to: NOBODY, tokenId: id })
      this.#builder.log('NodePass', 'Unbonded', { id, holder, bond: 10_000n * UNIT })
      this.#passes.splice(this.#passes.indexOf(pass), 1)
    }
  }

  private fund(funding: Funding): void {
    const amount = this.#dice.once(2) ? funding.budget * BigInt(1 + this.#dice.below(9)) : this.#dice.amount()
    funding.funded.push({ epoch: BigInt(Math.floor(this.#builder.time / this.#duration)), amount })
    this.#builder.log('RewardVouchers', 'Funded', {
      program: funding.id,
      funder: addressOf('funder'),
      amount,
    })
  }

  /** Draws with a voucher of a grant or, one time in four, with a voucher signed by a thief of both keys. Never draws more than has vested. */
  private claim(known: RawWorld): void {
    const dice = this.#dice
    const stolen = dice.once(4)
    const row = stolen ? undefined : lastRow(known, dice)
    const funding = row ? this.#fundings.find(({ id }) => id === row.program)! : dice.pick(this.#fundings)
    const account = row?.account ?? dice.pick(this.#accounts)
    const claimable = this.vested(funding) - funding.paid
    const wanted = row ? row.cumulative - drawnIn(known, row) : claimable / BigInt(1 + dice.below(3))
    const amount = wanted < claimable ? wanted : claimable
    if (amount <= 0n) return
    funding.paid += amount
    this.#builder.log('RewardVouchers', 'Claimed', { program: funding.id, account, amount })
  }

  /** The vested wei: at the end of each epoch one budget vests, or the rest. */
  private vested({ budget, start, funded }: Funding): bigint {
    const running = BigInt(Math.floor(this.#builder.time / this.#duration))
    let [vested, unvested] = [0n, 0n]
    for (let epoch = 0n; epoch < running; epoch++) {
      unvested += funded
        .filter((one) => one.epoch === epoch)
        .reduce((total, { amount }) => total + amount, 0n)
      if (epoch < start) continue
      const now = budget < unvested ? budget : unvested
      vested += now
      unvested -= now
    }
    return vested
  }
}

type Granted = { account: Hex; program: bigint; cumulative: bigint }

function lastRow(world: RawWorld, dice: Dice): Granted | undefined {
  const closed = computeEpochs(world).at(-1)
  if (!closed || closed.rows.length === 0) return undefined
  const [account, key, , , cumulative] = dice.pick(closed.rows)
  const { id } = world.rulesets.flatMap(({ programs }) => programs).find((program) => program.key === key)!
  return { account: account as Hex, program: BigInt(id), cumulative: BigInt(cumulative) }
}

function drawnIn({ logs }: RawWorld, { account, program }: Granted): bigint {
  return logs
    .filter(
      ({ event, args }) => event === 'Claimed' && args.account === account && args.program === `${program}`,
    )
    .reduce((total, { args }) => total + BigInt(args.amount!), 0n)
}
