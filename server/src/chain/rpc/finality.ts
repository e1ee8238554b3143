/**
 * The newest final block. A node may call a block final that is not final, or name a block that no other node has. The indexer never takes back
 * an indexed block. So if several nodes are configured, no node decides alone.
 */
import { finalisedHeader, type Endpoint, type Endpoints } from './endpoints.ts'
import { NodeFaultError } from './fault.ts'
import { logCall } from './fetchRange.ts'
import type { LogQuery } from './logQuery.ts'
import { readLogs } from './shapes.ts'

type Finality = {
  /** the first node that was asked */
  endpoint: Endpoint
  /** the final block of that node; -1 while the node knows none */
  named: number
  /** the highest block that more than half of the answering nodes call final; never above `named` */
  agreed: number
}

/**
 * Asks one node. Asks the others only if that node names a newer block than `known`.
 * @param noVote called with each other node that has no vote, and with the reason
 * @throws NodeFaultError if the first node fails; WrongChainError
 */
export async function findFinality(
  endpoints: Endpoints,
  known: number,
  noVote: (peer: Endpoint, fault: NodeFaultError) => void,
  signal: AbortSignal,
): Promise<Finality> {
  const endpoint = await endpoints.use(signal)
  const named = await finalisedBlock(endpoints, endpoint, signal)
  if (named <= known) return { endpoint, named, agreed: named }
  const others = await Promise.all(
    endpoints.peers(endpoint, signal).map((peer) =>
      finalisedBlock(endpoints, peer, signal).catch((error: unknown) => {
        if (!(error instanceof NodeFaultError)) throw error
        noVote(peer, error)
        return null
      }),
    ),
  )
  const agreed = finalForMost([named, ...others.filter((number) => number !== null)])
  return { endpoint, named, agreed: Math.min(named, agreed) }
}

/** @returns the highest block that more than half of the nodes, at least one, call final */
export function finalForMost(numbers: readonly number[]): number {
  const falling = [...numbers].sort((one, other) => other - one)
  return falling[Math.floor(falling.length / 2)]!
}

/** @returns -1 while the node knows no final block @throws NodeFaultError, WrongChainError */
async function finalisedBlock(
  endpoints: Endpoints,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<number> {
  const header = await endpoints.ask(endpoint, (ask) => finalisedHeader(ask, signal), signal)
  return header?.number ?? -1
}

/** @returns whether one of the other nodes names a later finalised block than `finalised` */
export async function isFinalisedAhead(
  endpoints: Endpoints,
  endpoint: Endpoint,
  finalised: number,
  signal: AbortSignal,
): Promise<boolean> {
  const isAhead = async (peer: Endpoint): Promise<true> => {
    if ((await finalisedBlock(endpoints, peer, signal)) > finalised) return true
    throw new NodeFaultError('behind', `${peer.name} has no later finalised block`)
  }
  try {
    // The first peer that is ahead decides, so that a silent peer delays nothing.
    return await Promise.any(endpoints.peers(endpoint, signal).map(isAhead))
  } catch (error) {
    for (const reason of (error as AggregateError).errors)
      if (!(reason instanceof NodeFaultError)) throw reason
    return false
  }
}

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
