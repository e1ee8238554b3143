/**
 * The whole state of the bonuses. Only decoded logs change the state, and each epoch is closed at its end. Pure: the only clock is the blocks'
 * timestamps. Follows docs/rewards.md without any of the server's code, so that two independent computations can be compared.
 */
import type { Address, Hex } from 'viem'
import type { Ruleset, RulesetProgram } from '@galx/protocol/rulesets'
import { Accounts, isNobody } from './accounts.ts'
import { Bindings, NONE } from './bindings.ts'
import {
  hashOf,
  headerBytes,
  partsOf,
  rulesetBytes,
  type BlockName,
  type Part,
  type Row,
} from './epochBytes.ts'
import { AuditError, placeOf, type AuditEvent, type EventOf } from './events.ts'
import { divide, Grants, sumOf } from './grants.ts'
import { Holdings, powerTerms, type PowerTerms } from './holdings.ts'
import { MemberPoints } from './memberPoints.ts'
import { nodePoints, type NodeChange } from './nodePoints.ts'
import { Passes, type LiveChange } from './passes.ts'
import { Promotion } from './promotion.ts'
import { advanced, funded, newVesting, type Vesting } from './vesting.ts'

export type WorldTerms = {
  chainId: number
  genesisHash: Hex
  /** StakingPools, ZnVault, NodePass, RewardVouchers, EpochLog */
  contracts: readonly Address[]
  /** seconds */
  epochDuration: bigint
  /** by number, each with a later first epoch than the previous ruleset */
  rulesets: readonly Ruleset[]
}

/** Lowest and highest block with a time within the epoch; null if there is none. */
type EpochBlocks = { first: BlockName | null; last: BlockName | null }

type ClosedProgram = {
  program: RulesetProgram
  grantable: bigint
  points: ReadonlyMap<number, bigint>
  bonuses: ReadonlyMap<number, bigint>
}

export type ClosedEpoch = {
  epoch: bigint
  ruleset: Ruleset
  header: string
  hash: Hex
  parts: readonly Part[]
  programs: readonly ClosedProgram[]
}

export class World {
  readonly accounts = new Accounts()
  readonly bindings = new Bindings()
  readonly holdings = new Holdings()
  readonly passes = new Passes()
  readonly promotion: Promotion
  /** by program id */
  readonly vestings = new Map<bigint, Vesting>()
  readonly grants = new Map<bigint, Grants>()
  readonly terms: WorldTerms
  /** the open epoch, and the hash of the previous epoch's header */
  epoch: bigint
  previous: Hex | null = null

  #ruleset: Ruleset | undefined
  #powerTerms: PowerTerms | undefined
  #memberPoints = new Map<bigint, MemberPoints>()
  /** wei of GALX by account: now, and at the start of the open epoch */
  #power = new Map<number, bigint>()
  #powerAtStart = new Map<number, bigint>()
  #liveAtStart = new Set<number>()
  #nodeChanges: NodeChange[] = []

  constructor(terms: WorldTerms) {
    if (!terms.rulesets[0]) throw new AuditError('there is no ruleset')
    this.terms = terms
    this.epoch = terms.rulesets[0].firstEpoch
    this.promotion = new Promotion(this.bindings, terms.epochDuration)
  }

  /** unix seconds */
  get epochStart(): bigint {
    return this.epoch * this.terms.epochDuration
  }
  get epochEnd(): bigint {
    return (this.epoch + 1n) * this.terms.epochDuration
  }

  /**
   * @returns the amount by which a claim exceeds its account's grants, wei; 0 for all other events
   * @throws AuditError for a log that cannot follow the earlier logs
   */
  apply(event: AuditEvent): bigint {
    if (BigInt(event.time) >= this.epochEnd)
      throw new AuditError(`${placeOf(event)} is after the end of epoch ${this.epoch}, which is still open`)
    if (BigInt(event.time) >= this.epochStart) this.#begin()
    try {
      return this.#applied(event)
    } catch (error) {
      throw new AuditError(
        `${placeOf(event)}: ${(error as Error).message}: earlier logs are missing or wrong`,
      )
    }
  }

  #applied(event: AuditEvent): bigint {
    switch (event.kind) {
      case 'staked':
        this.#stake(event)
        return 0n
      case 'left': {
        const account = this.accounts.indexOf(event.account)
        this.promotion.reduce(event.pool, account, event.position, event.amount)
        this.#weigh(event.pool, account, event.weight, event.time)
        return 0n
      }
      case 'boostSynced':
        this.#weigh(event.pool, this.accounts.indexOf(event.account), event.weight, event.time)
        return 0n
      case 'inviterNamed':
        this.#bind(this.accounts.indexOf(event.account), event.inviter, event.time)
        return 0n
      case 'sharesMoved':
        this.#moveShares(event)
        return 0n
      case 'passMoved':
        this.#noteLive(
          this.passes.move(event.id, this.#holderOf(event.from), this.#holderOf(event.to)),
          event.time,
        )
        return 0n
      case 'unbondingStarted':
        this.#noteLive(this.passes.setUnbonding(event.id, true), event.time)
        return 0n
      case 'unbondingCancelled':
        this.#noteLive(this.passes.setUnbonding(event.id, false), event.time)
        return 0n
      case 'programCreated':
        this.vestings.set(
          event.program,
          newVesting(event.budgetPerEpoch, event.start, this.terms.epochDuration),
        )
        return 0n
      case 'funded':
        this.#fund(event)
        return 0n
      case 'claimed':
        return this.grantsOf(event.program).draw(this.accounts.indexOf(event.account), event.amount)
      case 'signersSet':
      case 'epochPublished':
      case 'epochReplaced':
      case 'rulesetAdded':
        return 0n
    }
  }

  /** @returns a program's id in the contract, the same in all rulesets with this program; undefined: no ruleset has the program */
  programId(key: string): bigint | undefined {
    const programs = this.terms.rulesets.flatMap((ruleset) => ruleset.programs)
    return programs.find((program) => program.key === key)?.id
  }

  grantsOf(program: bigint): Grants {
    let grants = this.grants.get(program)
    if (!grants) this.grants.set(program, (grants = new Grants()))
    return grants
  }

  /** Closes the open epoch and opens the next epoch. Every log before the end of the closed epoch must have been applied. */
  close(blocks: EpochBlocks): ClosedEpoch {
    this.#begin()
    const { epoch, terms } = this
    const ruleset = this.#ruleset!
    const programs = ruleset.programs.map((program) => this.#closeProgram(program))
    for (const [id, vesting] of this.vestings) this.vestings.set(id, advanced(vesting, epoch + 1n))
    const parts = partsOf(epoch, this.#rows(programs))
    const header = headerBytes({
      ...terms,
      ruleset: { number: ruleset.number, hash: hashOf(rulesetBytes(ruleset)) },
      epoch,
      ...blocks,
      previous: this.previous,
      programs: programs.map(({ program: { key, id }, grantable, points, bonuses }) => ({
        key,
        id,
        grantable,
        points: sumOf(points),
        bonuses: sumOf(bonuses),
        cumulative: this.grantsOf(id).granted,
        accounts: points.size,
      })),
      parts,
    })
    const hash = hashOf(header)
    this.previous = hash
    this.epoch = epoch + 1n
    this.#nodeChanges = []
    this.#powerAtStart = new Map(this.#power)
    this.#liveAtStart = new Set(this.passes.liveHolders())
    return { epoch, ruleset, header, hash, parts, programs }
  }

  #closeProgram(program: RulesetProgram): ClosedProgram {
    const grants = this.grantsOf(program.id)
    const points = this.#pointsOf(program, grants)
    const before = this.vestings.get(program.id)
    const settled = before && advanced(before, this.epoch)
    const after = settled && advanced(settled, this.epoch + 1n)
    const vested = after?.vested ?? 0n
    const vests = vested - (settled?.vested ?? 0n)
    const free = vested - grants.granted - grants.deficit
    const available = free > 0n ? free : 0n
    const carriesOver = program.rule === 'promotion'
    const grantable = carriesOver || available < vests ? available : vests
    const owed = carriesOver ? sumOf(points) : grantable
    const bonuses = divide(points, owed < grantable ? owed : grantable)
    for (const [account, bonus] of bonuses) grants.grant(account, bonus)
    return { program, grantable, points, bonuses }
  }

  #pointsOf({ id, rule }: RulesetProgram, grants: Grants): Map<number, bigint> {
    const end = Number(this.epochEnd)
    switch (rule) {
      case 'members':
        return this.#memberPoints.get(id)!.close(end)
      case 'node':
        return nodePoints({
          start: Number(this.epochStart),
          end,
          count: this.accounts.count,
          inviterOf: (account) => this.bindings.inviterOf(account),
          power: this.#powerAtStart,
          live: this.#liveAtStart,
          changes: this.#nodeChanges,
        })
      case 'promotion':
        return this.promotion.close(id, this.epoch, grants.cumulative)
    }
  }

  #rows(programs: readonly ClosedProgram[]): Row[] {
    const accounts = new Set(programs.flatMap(({ points }) => [...points.keys()]))
    const sorted = Array.from(accounts, (index) => ({ index, account: this.accounts.addressOf(index) }))
    sorted.sort((one, other) => (one.account < other.account ? -1 : 1))
    const rows: Row[] = []
    for (const { index, account } of sorted)
      for (const { program, points, bonuses } of programs) {
        const earned = points.get(index)
        if (earned === undefined) continue
        const cumulative = this.grantsOf(program.id).cumulative.get(index) ?? 0n
        rows.push({ account, program: program.key, points: earned, bonus: bonuses.get(index)!, cumulative })
      }
    return rows
  }

  /** Applies the ruleset of the open epoch. From the epoch's first second on, all existing holdings count by this ruleset. */
  #begin(): void {
    const { rulesets } = this.terms
    const ruleset = rulesets.filter(({ firstEpoch }) => firstEpoch <= this.epoch).at(-1)!
    if (ruleset === this.#ruleset) return
    this.#ruleset = ruleset
    this.promotion.useRuleset(ruleset)
    this.#countMembers(ruleset)
    this.#countPower(ruleset)
  }

  #countMembers({ programs }: Ruleset): void {
    const start = Number(this.epochStart)
    this.#memberPoints = new Map()
    for (const program of programs) {
      if (program.rule !== 'members') continue
      const points = new MemberPoints()
      const sources = program.pools.map((pool) => this.holdings.weights.get(pool))
      for (const amounts of program.vault ? [...sources, this.holdings.shares] : sources)
        for (const [account, amount] of amounts ?? [])
          points.changeWeight(account, this.bindings.inviterOf(account), amount, start)
      this.#memberPoints.set(program.id, points)
    }
  }

  #countPower(ruleset: Ruleset): void {
    const terms = (this.#powerTerms = powerTerms(ruleset))
    this.#power = new Map()
    for (const [pool, amounts] of this.holdings.weights)
      for (const [account, weight] of amounts) this.#addPower(account, terms.ofWeight(pool, weight))
    for (const [account, shares] of this.holdings.shares) this.#addPower(account, terms.ofShares(shares))
    this.#powerAtStart = new Map(this.#power)
    this.#liveAtStart = new Set(this.passes.liveHolders())
    this.#nodeChanges = []
  }

  #addPower(account: number, change: bigint): void {
    if (change !== 0n) this.#power.set(account, (this.#power.get(account) ?? 0n) + change)
  }

  #stake(event: EventOf<'staked'>): void {
    const { pool, time, position: number, amount, weight } = event
    const account = this.accounts.indexOf(event.account)
    this.#bind(account, event.inviter, time)
    this.promotion.open({ pool, account, number, amount, openedAt: time })
    this.#weigh(pool, account, weight, time)
  }

  #bind(account: number, named: Address, time: number): void {
    if (isNobody(named)) return
    const inviter = this.accounts.indexOf(named)
    if (!this.bindings.bind(account, inviter)) return
    this.promotion.bind(account, inviter)
    if (!this.#ruleset) return
    for (const points of this.#memberPoints.values()) points.bind(account, inviter, time)
    this.#nodeChanges.push({ time, kind: 'bound', account })
  }

  #weigh(pool: bigint, account: number, weight: bigint, time: number): void {
    const before = this.holdings.weight(pool, account)
    const change = this.holdings.setWeight(pool, account, weight)
    if (!this.#ruleset || change === 0n) return
    for (const { id, rule, pools } of this.#ruleset.programs)
      if (rule === 'members' && pools.includes(pool)) this.#changeMembers(id, account, change, time)
    const terms = this.#powerTerms!
    this.#changePower(account, terms.ofWeight(pool, weight) - terms.ofWeight(pool, before), time)
  }

  #moveShares({ from, to, amount, time }: EventOf<'sharesMoved'>): void {
    if (from === to) return
    if (!isNobody(from)) this.#changeShares(this.accounts.indexOf(from), -amount, time)
    if (!isNobody(to)) this.#changeShares(this.accounts.indexOf(to), amount, time)
  }

  #changeShares(account: number, change: bigint, time: number): void {
    const before = this.holdings.shareOf(account)
    const after = before + change
    if (after < 0n) throw new Error(`${-change} shares leave an account that has ${before}`)
    this.holdings.setShares(account, after)
    if (!this.#ruleset || change === 0n) return
    for (const { id, rule, vault } of this.#ruleset.programs)
      if (rule === 'members' && vault) this.#changeMembers(id, account, change, time)
    const terms = this.#powerTerms!
    this.#changePower(account, terms.ofShares(after) - terms.ofShares(before), time)
  }

  #changeMembers(program: bigint, account: number, change: bigint, time: number): void {
    this.#memberPoints.get(program)!.changeWeight(account, this.bindings.inviterOf(account), change, time)
  }

  #changePower(account: number, change: bigint, time: number): void {
    if (change === 0n) return
    this.#addPower(account, change)
    this.#nodeChanges.push({ time, kind: 'power', account, change })
  }

  #noteLive(changes: readonly LiveChange[], time: number): void {
    if (this.#ruleset)
      for (const { account, live } of changes) this.#nodeChanges.push({ time, kind: 'live', account, live })
  }

  #holderOf(address: Address): number {
    return isNobody(address) ? NONE : this.accounts.indexOf(address)
  }

  #fund({ program, amount, time }: EventOf<'funded'>): void {
    const vesting = this.vestings.get(program)
    if (!vesting) throw new Error(`program ${program} is funded, and was never created`)
    this.vestings.set(program, funded(vesting, BigInt(time) / this.terms.epochDuration, amount))
  }
}
