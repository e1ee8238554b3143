/** Figures of the calculation, without React. Weights in the program's own unit, times unix seconds; averages are rounded down. */
import type { CountedMember, MembersCalculation, SegmentAnswer } from '@galx/protocol/http/bonuses'

/** The sum of weight × seconds over the segments. */
function total(segments: readonly SegmentAnswer[]): bigint {
  return segments.reduce((sum, { from, to, weight }) => sum + BigInt(weight) * BigInt(to - from), 0n)
}

type ShownMember = { address: string; average: bigint }

export type ShownMembers = {
  /** the greatest first */
  members: ShownMember[]
  /** the sum of all members' averages; null: the answer does not list all members */
  sum: bigint | null
  /** five times the account's own average; null: the answer does not cover the account's whole epoch */
  cap: bigint | null
  /** whether the limit held the points back: never, at some time, or all the time; null: not known */
  capped: 'never' | 'partly' | 'always' | null
}

/** The members' part of a calculation as averages over the epoch. @param points the granted points: they show whether the limit was reached */
export function shownMembers(
  { own, ownComplete, members, memberCount }: MembersCalculation,
  points: bigint,
  { from, to }: { from: number; to: number },
): ShownMembers {
  const seconds = BigInt(to - from)
  const all =
    memberCount > members.length ? null : members.reduce((sum, { segments }) => sum + total(segments), 0n)
  const limit = ownComplete ? 5n * total(own) : null
  return {
    members: members
      .map(({ address, segments }: CountedMember) => ({ address, average: total(segments) / seconds }))
      .sort((one, other) => (one.average > other.average ? -1 : one.average < other.average ? 1 : 0)),
    sum: all === null ? null : all / seconds,
    cap: limit === null ? null : limit / seconds,
    capped:
      points === all
        ? 'never'
        : points === limit
          ? 'always'
          : all === null || limit === null
            ? null
            : 'partly',
  }
}

/** The part of the epoch in which the account held a live pass, in parts of 10^4. */
export function livePart(
  live: readonly { from: number; to: number }[],
  epoch: { from: number; to: number },
): bigint {
  const held = live.reduce((sum, { from, to }) => sum + (to - from), 0)
  return (BigInt(held) * 10_000n) / BigInt(epoch.to - epoch.from)
}

/** Epochs until a member is qualified; null if the member has no position that is large enough. @param until the end of the epoch */
export function epochsToGo(since: number | null, until: number, duration: number): number | null {
  if (since === null) return null
  return Math.max(0, Math.ceil((since + QUALIFYING_EPOCHS * duration - until) / duration))
}

/** The least age, in epochs, of a position that counts. */
const QUALIFYING_EPOCHS = 7
