/** The arithmetic of the rules, as the browser computes it. Weights are wei, times unix seconds, points wei × seconds. */

/** A weight that held from `from` until just before `to`. */
export type Segment = { from: number; to: number; weight: bigint }

export type Member = { address: string; since: number; segments: readonly Segment[] }

/** The members' weights count up to this multiple of the account's own weight. */
const OWN_WEIGHT_FACTOR = 5n

/** The reasons why a list of weights cannot belong to an account of an epoch. */
export type SegmentFault = 'outside' | 'order' | 'twice' | 'self'

/**
 * Checks that the segments are possible: each segment is within the epoch, the segments are in order and do not overlap, each member occurs
 * once, no segment begins before its inviter was bound, and no member is the account itself.
 * @returns null if the segments are possible
 */
export function segmentFault(
  account: string,
  own: readonly Segment[],
  members: readonly Member[],
  epoch: { from: number; to: number },
): SegmentFault | null {
  const known = new Set<string>()
  for (const { address, since, segments } of [
    { address: account, since: epoch.from, segments: own },
    ...members,
  ]) {
    if (known.has(address)) return address === account ? 'self' : 'twice'
    known.add(address)
    let last = Math.max(since, epoch.from)
    for (const { from, to } of segments) {
      if (to > epoch.to || from < epoch.from || from < since) return 'outside'
      if (from < last || to <= from) return 'order'
      last = to
    }
  }
  return null
}

/** The integral of a weight over its segments. */
export function integral(segments: readonly Segment[]): bigint {
  return segments.reduce((sum, { from, to, weight }) => sum + weight * BigInt(to - from), 0n)
}

/**
 * Rule 8: the integral over time of the smaller of (sum of the members' weights, five times the account's own weight). The result is exact, because
 * both values are constant between two changes.
 */
export function membersPoints(own: readonly Segment[], members: readonly (readonly Segment[])[]): bigint {
  const changes: { at: number; members: bigint; own: bigint }[] = []
  for (const { from, to, weight } of own)
    changes.push({ at: from, members: 0n, own: weight }, { at: to, members: 0n, own: -weight })
  for (const segments of members)
    for (const { from, to, weight } of segments)
      changes.push({ at: from, members: weight, own: 0n }, { at: to, members: -weight, own: 0n })
  changes.sort((one, other) => one.at - other.at)
  let points = 0n
  let [theirs, mine, since] = [0n, 0n, 0]
  for (const change of changes) {
    if (change.at > since) {
      const cap = mine * OWN_WEIGHT_FACTOR
      points += (theirs < cap ? theirs : cap) * BigInt(change.at - since)
      since = change.at
    }
    theirs += change.members
    mine += change.own
  }
  return points
}

/** Rules 8 and 9: the account's part of the grantable sum, rounded down; 0 if no account has points. */
export function sharedBonus(grantable: bigint, points: bigint, allPoints: bigint): bigint {
  return allPoints === 0n ? 0n : (grantable * points) / allPoints
}

/**
 * Rule 10: the owed sum; if all owed sums together exceed the available sum, the account's part of the available sum, rounded down.
 * @param available wei
 */
export function promotionBonus(available: bigint, owed: bigint, allOwed: bigint): bigint {
  return sharedBonus(available < allOwed ? available : allOwed, owed, allOwed)
}

/** The number of parts in which a ladder amount is paid, one part each epoch. */
const LADDER_EPOCHS = 90n

type Ladder = readonly { members: number; amount: bigint }[]

/**
 * Rule 10: whether the entitlement's growth is possible. `always`: whatever the unknown values are; `perhaps`: only for some of them.
 * @param ladder ascending, amounts in wei
 * @param members `qualified`: the number at the epoch's end; `highest`: the highest number so far; null: not known
 * @param before the entitlement before the epoch, wei
 * @param after the entitlement after the epoch, wei
 */
export function growthFits(
  ladder: Ladder,
  { qualified, highest }: { qualified: number | null; highest: number | null },
  before: bigint,
  after: bigint,
): 'always' | 'perhaps' | 'never' {
  const steps = [{ members: 0, amount: 0n }, ...ladder]
  const upTo = (members: number) => steps.filter((step) => step.members <= members).slice(-1)
  let [fit, all] = [0, 0]
  for (const now of qualified === null ? steps : upTo(qualified)) {
    const most = highest === null ? steps.filter(({ members }) => members >= now.members) : upTo(highest)
    for (const { amount } of most) {
      const left = amount > before ? amount - before : 0n
      const share = now.amount / LADDER_EPOCHS
      all += 1
      if (after === before + (share < left ? share : left)) fit += 1
    }
  }
  return fit === 0 ? 'never' : fit === all ? 'always' : 'perhaps'
}
