/** One cheap request at the head: asks for the newest finalised block with wanted logs. */
import type { Endpoint } from './endpoints.ts'
import { NodeFaultError } from './fault.ts'
import { logCall } from './fetchRange.ts'
import type { LogQuery } from './logQuery.ts'
import { readLogs } from './shapes.ts'

/** Milliseconds for the answer. A node that takes longer rests for a while. */
const TIMEOUT = 1_500

/**
 * Sends one POST with one call. The logs in the answer are not used: they only show that a range must be read.
 * @param from the first block that is not in the tables
 * @returns the newest final block with wanted logs; null if there is none; Infinity if the node cannot tell: a refresh of the head then decides
 * @throws NodeFaultError
 */
export async function newLogs(
  { ask }: Pick<Endpoint, 'ask'>,
  { short, isWanted }: LogQuery,
  from: number,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    const [logs] = await ask([logCall(short, from, 'finalized')], signal, TIMEOUT)
    const wanted = readLogs(logs).filter(isWanted)
    return wanted.length === 0 ? null : Math.max(...wanted.map(({ blockNumber }) => blockNumber))
  } catch (error) {
    if (!(error instanceof NodeFaultError)) throw error
    // No block from `from` on is final yet. Clients answer that the range is invalid or beyond their head.
    if (error.kind === 'behind') return null
    // The range may have grown too long, or the node does not support the tag "finalized".
    if (error.kind === 'tooLarge' || error.kind === 'refused' || error.kind === 'wrong')
      return Number.POSITIVE_INFINITY
    throw error
  }
}
