/**
 * The `promotion` program (rule 10). A member is qualified at an epoch's end if it then holds an open position that is large enough
 * and was opened at least seven epochs' time before. Positions wait in a list by the first end at which they are old enough, so an
 * epoch's end looks at those that become old, and at no other.
 */
import type { Ruleset } from '@galx/protocol/rulesets'
import { NONE, type Bindings } from './bindings.ts'

/** A position counts from its seventh epoch duration on. */
const MATURITY = 7n
/** An entitlement grows over this many epochs. */
const GROWTH = 90n

type OpenPosition = {
  account: number
  pool: bigint
  number: bigint
  /** wei of the stake token as logged: opened less what has left */
  amount: bigint
  /** unix seconds */
  openedAt: number
  /** whether it is old and large enough, as of the last epoch's end; a smaller one loses it at once */
  qualifies: boolean
}

/** What one inviter has earned so far, beside what it was granted. */
type Entitlement = {
  /** wei */
  entitled: bigint
  /** most members that were qualified at an epoch's end */
  highest: number
}

export class Promotion {
  readonly positions = new Map<string, OpenPosition>()
  /** by program id and inviter; kept over rulesets */
  readonly entitlements = new Map<bigint, Map<number, Entitlement>>()
  readonly #bindings: Bindings
  readonly #epochDuration: bigint
  #minimums = new Map<bigint, bigint>()
  #ladder: Ruleset['ladder'] = []
  /** by the first epoch at whose end they are old enough */
  #maturing = new Map<bigint, OpenPosition[]>()
  /** by account: how many of its positions qualify */
  #positionCounts = new Map<number, number>()
  /** by inviter: how many of its members are qualified */
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

  /** @param amount what leaves, wei of the stake token. Of a position of which all has left, a pair token alone may still leave */
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

  /** To be called after the binding was made. */
  bind(account: number, inviter: number): void {
    if (this.#positionCounts.has(account)) add(this.#qualified, inviter, 1)
  }

  /** From an epoch on: who qualifies is found again at its end. */
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
   * @param granted wei by account, by the program, before this epoch
   * @returns what is owed, wei by account, where it is more than nothing
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

  /** openedAt ≤ (n + 1)·D − 7·D for the first time */
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

  /** @returns wei in all for so many qualified members */
  #step(members: number): bigint {
    return this.#ladder.filter((step) => step.members <= members).at(-1)?.amount ?? 0n
  }
}

function keyOf(pool: bigint, account: number, number: bigint): string {
  return `${pool}:${account}:${number}`
}

/** @returns the count after; a count of none is not kept */
function add(counts: Map<number, number>, key: number, change: number): number {
  const after = (counts.get(key) ?? 0) + change
  if (after === 0) counts.delete(key)
  else counts.set(key, after)
  return after
}
