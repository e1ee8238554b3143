/**
 * The `promotion` program (rule 10). A member is qualified at an epoch's end if the member then holds an open position that is large enough
 * and at least seven epoch durations old. Each position waits in the list of the first epoch at whose end the position is old enough. So the
 * end of an epoch reads only the positions that become old enough then.
 */
import type { Ruleset } from '@galx/protocol/rulesets'
import { NONE, type Bindings } from './bindings.ts'

/** The number of epoch durations after which a position counts. */
const MATURITY = 7n
/** An entitlement grows over this many epochs. */
const GROWTH = 90n

type OpenPosition = {
  account: number
  pool: bigint
  number: bigint
  /** wei of the stake token from logs: the opened amount less the withdrawn amounts */
  amount: bigint
  /** unix seconds */
  openedAt: number
  /** whether the position was old and large enough at the last epoch's end; false as soon as the position is too small */
  qualifies: boolean
}

/** One inviter's entitlement so far; grants are stored elsewhere. */
type Entitlement = {
  /** wei */
  entitled: bigint
  /** the highest number of qualified members at any epoch's end */
  highest: number
}

export class Promotion {
  readonly positions = new Map<string, OpenPosition>()
  /** by program id and inviter; kept across rulesets */
  readonly entitlements = new Map<bigint, Map<number, Entitlement>>()
  readonly #bindings: Bindings
  readonly #epochDuration: bigint
  #minimums = new Map<bigint, bigint>()
  #ladder: Ruleset['ladder'] = []
  /** positions by the first epoch at whose end they are old enough */
  #maturing = new Map<bigint, OpenPosition[]>()
  /** by account: the number of its qualified positions */
  #positionCounts = new Map<number, number>()
  /** by inviter: the number of its qualified members */
  readonly #qualified = new Map<number, number>()

  constructor(bindings: Bindings, epochDuration: bigint) {
    this.#bindings = bindings
    this.#epochDuration = epochDuration
  }

  open(position: Omit<OpenPosition, 'qualifies'>): void {
    const opened = { ...position, qualifies: false }
    const key = keyOf(position.pool, position.account, position.number)
    if (this.positions.has(key)) throw new Error(`position ${position.number} is opened a second time`)
    this.positions.set(key, opened)
    this.#await(opened)
  }

  /** @param amount withdrawn wei of the stake token; 0 if only the pair token leaves an emptied position */
  reduce(pool: bigint, account: number, number: bigint, amount: bigint): void {
    if (amount === 0n) return
    const key = keyOf(pool, account, number)
    const position = this.positions.get(key)
    if (!position) throw new Error(`${amount} wei leave position ${number}, which is not open`)
    const rest = position.amount - amount
    if (rest < 0n) throw new Error(`${amount} wei leave position ${number}, which has ${position.amount}`)
    position.amount = rest
    if (position.qualifies && !this.#isLarge(position)) {
      position.qualifies = false
      this.#count(position.account, -1)
    }
    if (rest === 0n) this.positions.delete(key)
  }

  /** Must be called after the binding was made. */
  bind(account: number, inviter: number): void {
    if (this.#positionCounts.has(account)) add(this.#qualified, inviter, 1)
  }

  /** Applies a ruleset from the open epoch on. At the end of this epoch, all qualified members are counted anew. */
  useRuleset({ qualifying, ladder }: Ruleset): void {
    this.#minimums = new Map(qualifying.map(({ pool, amount }) => [pool, amount]))
    this.#ladder = ladder
    this.#maturing = new Map()
    this.#positionCounts = new Map()
    this.#qualified.clear()
    for (const position of this.positions.values()) {
      position.qualifies = false
      this.#await(position)
    }
  }

  /**
   * Lets entitlements grow at the end of an epoch.
   * @param granted the program's grants before this epoch, wei by account
   * @returns the entitlements that are not granted yet, wei by account, each above 0
   */
  close(program: bigint, epoch: bigint, granted: ReadonlyMap<number, bigint>): Map<number, bigint> {
    this.#mature(epoch)
    const entitlements = this.entitlementsOf(program)
    for (const [inviter, members] of this.#qualified) {
      const entitlement = entitlements.get(inviter) ?? { entitled: 0n, highest: 0 }
      const highest = Math.max(entitlement.highest, members)
      const room = this.#step(highest) - entitlement.entitled
      const growth = this.#step(members) / GROWTH
      const grows = growth < room ? growth : room
      entitlements.set(inviter, {
        entitled: entitlement.entitled + (grows > 0n ? grows : 0n),
        highest,
      })
    }
    const owed = new Map<number, bigint>()
    for (const [inviter, { entitled }] of entitlements) {
      const rest = entitled - (granted.get(inviter) ?? 0n)
      if (rest > 0n) owed.set(inviter, rest)
    }
    return owed
  }

  entitlementsOf(program: bigint): Map<number, Entitlement> {
    let entitlements = this.entitlements.get(program)
    if (!entitlements) this.entitlements.set(program, (entitlements = new Map()))
    return entitlements
  }

  #mature(epoch: bigint): void {
    for (const [end, positions] of this.#maturing) {
      if (end > epoch) continue
      this.#maturing.delete(end)
      for (const position of positions) {
        if (position.qualifies || !this.#isLarge(position)) continue
        position.qualifies = true
        this.#count(position.account, 1)
      }
    }
  }

  /** Adds the position to the list of the first epoch n with openedAt ≤ (n + 1)·D − 7·D, where D is the epoch duration. */
  #await(position: OpenPosition): void {
    if (!this.#isLarge(position)) return
    const opened = (BigInt(position.openedAt) + this.#epochDuration - 1n) / this.#epochDuration
    const end = opened + MATURITY - 1n
    const waiting = this.#maturing.get(end)
    if (waiting) waiting.push(position)
    else this.#maturing.set(end, [position])
  }

  #isLarge({ pool, amount }: OpenPosition): boolean {
    const minimum = this.#minimums.get(pool)
    return minimum !== undefined && amount >= minimum && amount > 0n
  }

  #count(account: number, change: 1 | -1): void {
    const after = add(this.#positionCounts, account, change)
    const inviter = this.#bindings.inviterOf(account)
    if (inviter !== NONE && after === (change === 1 ? 1 : 0)) add(this.#qualified, inviter, change)
  }

  /** @returns the total wei for this number of qualified members */
  #step(members: number): bigint {
    return this.#ladder.filter((step) => step.members <= members).at(-1)?.amount ?? 0n
  }
}

function keyOf(pool: bigint, account: number, number: bigint): string {
  return `${pool}:${account}:${number}`
}

/** @returns the new count; a count of 0 is removed */
function add(counts: Map<number, number>, key: number, change: number): number {
  const after = (counts.get(key) ?? 0) + change
  if (after === 0) counts.delete(key)
  else counts.set(key, after)
  return after
}
