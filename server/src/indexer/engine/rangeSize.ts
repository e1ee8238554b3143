/** The number of blocks that are written at once. It aims at a fixed number of events. A node's own limits are separate (NodeLimits). */
import { LARGEST_RANGE } from '../../chain/rpc/nodeLimits.ts'

/** The number of blocks of the first range. */
export const FIRST_SIZE = 256
/** The number of events in one database transaction: enough to spread its cost, few enough to keep memory and locks small. */
export const EVENTS_WANTED = 10_000

/**
 * The size after a range: at most four times as many blocks, towards `EVENTS_WANTED`.
 * @param size the size before the range
 * @param blocks the number of blocks of the range
 */
export function afterRange(size: number, blocks: number, events: number): number {
  // A short range at the head says nothing about larger ranges.
  if (blocks < size && events <= EVENTS_WANTED) return size
  const fitting = events === 0 ? Infinity : Math.floor((blocks * EVENTS_WANTED) / events)
  return Math.max(1, Math.min(size * 4, fitting, LARGEST_RANGE))
}
