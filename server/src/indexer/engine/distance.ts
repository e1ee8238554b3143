/** How far the tables are from the chain's head. The leader's loop keeps it; what works beside it reads it. */
export type Distance = {
  /** finalised blocks that are not in the tables; 0 before the first refresh of the head */
  blocks: number
  /** when a node named the newest of them: milliseconds of a monotonic clock */
  seenAt: number
}

/** Before the first refresh of the head. */
export function unknownDistance(): Distance {
  return { blocks: 0, seenAt: Number.NEGATIVE_INFINITY }
}
