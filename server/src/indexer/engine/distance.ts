/** The distance from the tables to the chain's head. The leader's loop writes it, and the work beside the loop reads it. */
export type Distance = {
  /** finalised blocks that are not in the tables; 0 before the first refresh of the head */
  blocks: number
  /** when a node named the newest final block: milliseconds of a monotonic clock */
  seenAt: number
}

/** Before the first refresh of the head. */
export function unknownDistance(): Distance {
  return { blocks: 0, seenAt: Number.NEGATIVE_INFINITY }
}
