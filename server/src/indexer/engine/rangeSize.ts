/** How many blocks to ask for next: towards a fixed number of events a transaction, within what the node takes. */

export type RangeSize = {
  blocks: number
  /** learnt from refusals; creeps up again, as a node's limits depend on the logs in the range */
  ceiling: number
}

export const LARGEST_RANGE = 2_000
/** Events in one database transaction: enough to spread its cost, few enough to keep memory and locks small. */
export const EVENTS_WANTED = 20_000

export function initialRange(): RangeSize {
  return { blocks: 64, ceiling: LARGEST_RANGE }
}

/** After a range was read: at most double, at most the ceiling, and towards `EVENTS_WANTED`. */
export function afterSuccess(size: RangeSize, blocks: number, events: number): RangeSize {
  const ceiling = Math.min(LARGEST_RANGE, size.ceiling + Math.ceil(size.ceiling / 16))
  // A short range at the head says nothing about larger ones.
  if (blocks < size.blocks && events <= EVENTS_WANTED) return { blocks: size.blocks, ceiling }
  const fitting = events === 0 ? Infinity : Math.floor((blocks * EVENTS_WANTED) / events)
  return { blocks: Math.max(1, Math.min(size.blocks * 2, fitting, ceiling)), ceiling }
}

/** After the node refused `blocks` blocks or did not answer in time: half of them. */
export function afterRefusal(blocks: number): RangeSize {
  const half = Math.max(1, Math.floor(blocks / 2))
  return { blocks: half, ceiling: half }
}
