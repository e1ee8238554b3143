/**
 * Points of the `node` program (rule 9): each account's power counts for its nearest ancestor that holds a live pass.
 *
 * Computed at an epoch's end, with the trees of that moment. Trees only merge during an epoch. So the trees at the epoch's start are
 * the same trees, with a bar above each account that is bound during the epoch. Bars and live passes are both marks. The power of an
 * account climbs to the first mark above the account. Power that a bar stops counts for nobody. In the order of a walk through the
 * trees, the accounts below a mark form a range. Two facts make every change logarithmic, at any depth of the trees:
 *
 * - The nearest mark above a place is the last earlier mark with a range that reaches the place. A tree of maxima finds this mark.
 * - A new mark stops all power in its range that no other mark in the range stops: Σ power − Σ stopped.
 */
import { NONE } from './bindings.ts'
import { lastReaching, SumTree } from './rangeTrees.ts'

/** The changes during the epoch, in order; `time` is unix seconds. */
export type NodeChange =
  | { time: number; kind: 'power'; account: number; change: bigint }
  | { time: number; kind: 'live'; account: number; live: boolean }
  | { time: number; kind: 'bound'; account: number }

type NodeEpoch = {
  start: number
  end: number
  /** the number of accounts */
  count: number
  /** the inviters at the end of the epoch; `NONE`: no inviter */
  inviterOf(account: number): number
  /** the power at the start, wei of GALX by account */
  power: ReadonlyMap<number, bigint>
  /** the accounts that held a live pass at the start */
  live: Iterable<number>
  changes: readonly NodeChange[]
}

/** @returns the accounts with points: wei of GALX × seconds */
export function nodePoints(epoch: NodeEpoch): Map<number, bigint> {
  const live = new Set(epoch.live)
  const holders = new Set(live)
  for (const change of epoch.changes) if (change.kind === 'live' && change.live) holders.add(change.account)
  if (holders.size === 0) return new Map()
  const walk = walkBelow(epoch, holders)
  const marks = new Marks(walk, epoch.power, epoch.start)
  for (const change of epoch.changes)
    if (change.kind === 'bound') marks.set(bar(walk.placeOf(change.account)), epoch.start)
  for (const account of live) marks.set(passMark(walk.placeOf(account)), epoch.start)
  for (const change of epoch.changes) {
    const place = walk.placeOf(change.account)
    if (place === NONE) continue
    if (change.kind === 'power') marks.changePower(place, change.change, change.time)
    else if (change.kind === 'bound') marks.remove(bar(place), change.time)
    else if (change.live) marks.set(passMark(place), change.time)
    else marks.remove(passMark(place), change.time)
  }
  const points = new Map<number, bigint>()
  for (const account of holders) {
    const earned = marks.points(passMark(walk.placeOf(account)), epoch.end)
    if (earned !== 0n) points.set(account, earned)
  }
  return points
}

type Walk = {
  /**
   * the account's place in the order of the walk; `NONE` if the account neither holds a pass nor is below a holder: its power counts for
   * no node
   */
  placeOf(account: number): number
  /** the account, by place */
  accounts: Int32Array
  /** the last place below the account, or the account's own place, by place */
  last: Int32Array
}

/** Walks the trees from parent to child without recursion. */
function walkBelow({ count, inviterOf }: NodeEpoch, holders: ReadonlySet<number>): Walk {
  const firstMember = new Int32Array(count).fill(NONE)
  const nextMember = new Int32Array(count).fill(NONE)
  const roots: number[] = []
  for (let account = count - 1; account >= 0; account--) {
    const inviter = inviterOf(account)
    if (inviter === NONE) roots.push(account)
    else {
      nextMember[account] = firstMember[inviter]!
      firstMember[inviter] = account
    }
  }
  const places = new Int32Array(count).fill(NONE)
  const accounts = new Int32Array(count)
  const last = new Int32Array(count)
  let walked = 0
  for (const root of roots) {
    let account = root
    let below = false
    for (;;) {
      below ||= holders.has(account)
      if (below) {
        accounts[walked] = account
        places[account] = walked++
      }
      const down = firstMember[account]!
      if (down !== NONE) {
        account = down
        continue
      }
      // up to the first ancestor with another member
      while (account !== root && nextMember[account] === NONE) {
        if (places[account] !== NONE) last[places[account]!] = walked - 1
        account = inviterOf(account)
      }
      if (places[account] !== NONE) last[places[account]!] = walked - 1
      if (account === root) break
      below = places[inviterOf(account)] !== NONE
      account = nextMember[account]!
    }
  }
  return {
    placeOf: (account) => places[account]!,
    accounts: accounts.subarray(0, walked),
    last: last.subarray(0, walked),
  }
}

/** Each place has two marks. A bar stops the account's own power and all power below. A pass stops only the power below the account. */
function bar(place: number): number {
  return place === NONE ? NONE : 2 * place
}
function passMark(place: number): number {
  return place === NONE ? NONE : 2 * place + 1
}

class Marks {
  readonly #last: Int32Array
  readonly #power: SumTree
  readonly #stopped: SumTree
  readonly #reach: ReturnType<typeof lastReaching>
  /** the stopped wei now, the points so far, and the time up to which they are settled, by mark */
  readonly #held: bigint[]
  readonly #points: bigint[]
  readonly #since: number[]

  constructor({ accounts, last }: Walk, power: ReadonlyMap<number, bigint>, start: number) {
    const places = accounts.length
    this.#last = last
    this.#power = new SumTree(Array.from(accounts, (account) => power.get(account) ?? 0n))
    this.#stopped = new SumTree(new Array<bigint>(2 * places).fill(0n))
    this.#reach = lastReaching(2 * places)
    this.#held = new Array<bigint>(2 * places).fill(0n)
    this.#points = new Array<bigint>(2 * places).fill(0n)
    this.#since = new Array<number>(2 * places).fill(start)
  }

  changePower(place: number, change: bigint, time: number): void {
    this.#power.add(place, change)
    this.#give(this.#reach.find(bar(place) + 1, place), change, time)
  }

  set(mark: number, time: number): void {
    if (mark === NONE) return
    const place = mark >> 1
    const last = this.#last[place]!
    const first = mark === bar(place) ? place : place + 1
    const amount = this.#power.sum(first, last) - this.#stopped.sum(mark + 1, 2 * last + 1)
    this.#give(this.#reach.find(mark, place), -amount, time)
    this.#reach.set(mark, last)
    this.#give(mark, amount, time)
  }

  remove(mark: number, time: number): void {
    if (mark === NONE) return
    const amount = this.#held[mark]!
    this.#give(mark, -amount, time)
    this.#reach.set(mark, NONE)
    this.#give(this.#reach.find(mark, mark >> 1), amount, time)
  }

  points(mark: number, end: number): bigint {
    this.#give(mark, 0n, end)
    return this.#points[mark]!
  }

  /** From `time` on, changes the power that a mark stops. */
  #give(mark: number, change: bigint, time: number): void {
    if (mark === NONE) return
    const held = this.#held[mark]!
    if (held !== 0n) this.#points[mark]! += held * BigInt(time - this.#since[mark]!)
    this.#since[mark] = time
    if (change === 0n) return
    this.#held[mark] = held + change
    this.#stopped.add(mark, change)
  }
}
