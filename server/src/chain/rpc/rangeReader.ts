/** Who asks a node about ranges of blocks, and verifies its answers: this thread, or one of its own (rangeThread.ts). */
import { fetchDigest, fetchRange, logQuery, type BlockRange, type LogFilter } from './fetchRange.ts'
import type { Endpoint } from './endpoints.ts'

/** Of one node, and of the logs that are wanted. */
type RangeReader = {
  /** @throws what `fetchRange` throws */
  range(from: number, to: number, signal: AbortSignal): Promise<BlockRange>
  /** what `range` would give, in 32 bytes @throws what `fetchDigest` throws */
  digest(from: number, to: number, signal: AbortSignal): Promise<string>
}

export type RangeReaders = {
  of(endpoint: Endpoint): RangeReader
  stop(): Promise<void>
}

/** Makes the readers of the logs that some filters want. */
export type StartReaders = (filters: readonly LogFilter[]) => RangeReaders

export const readHere: StartReaders = (filters) => {
  const query = logQuery(filters)
  return {
    of: ({ ask }) => ({
      range: (from, to, signal) => fetchRange(ask, query, from, to, signal),
      digest: (from, to, signal) => fetchDigest(ask, query, from, to, signal),
    }),
    stop: () => Promise.resolve(),
  }
}
