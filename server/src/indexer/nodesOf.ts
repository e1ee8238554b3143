/** The configured nodes, as indexer and reindex read them. */
import { createHash } from 'node:crypto'
import type { Deployment } from '@galx/protocol/deployment'
import { Endpoints } from '../chain/rpc/endpoints.ts'
import { jsonRpc } from '../chain/rpc/jsonRpc.ts'
import { nodeAddress } from '@galx/protocol/nodeAddress'
import { NodeLimits } from '../chain/rpc/nodeLimits.ts'
import { count, flag, nodeUrls, perSecond, type Environment } from '../platform/environment.ts'
import { DEFAULT_BUDGET, type HeadBudget } from './engine/head.ts'

/** Milliseconds a node may take for one answer. */
const RPC_TIMEOUT = 10_000

/** @param first which node is asked first, counted round @throws ConfigurationError */
export function nodesOf(
  environment: Environment,
  { genesisHash }: Deployment,
  first = 0,
): { endpoints: Endpoints; budget: HeadBudget; trustsUnknownHeaders: boolean } {
  const timeout = count(environment, 'RPC_TIMEOUT_MS', RPC_TIMEOUT)
  const urls = nodeUrls(environment)
  const names = namesOf(urls)
  const listed = urls.map((url, index) => {
    const limits = new NodeLimits()
    return { name: names[index]!, ask: jsonRpc(url, timeout, limits), limits }
  })
  const start = first % listed.length
  const nodes = [...listed.slice(start), ...listed.slice(0, start)]
  const { callsPerSecond, peerCallsPerSecond } = DEFAULT_BUDGET
  return {
    endpoints: new Endpoints(nodes, genesisHash),
    budget: {
      callsPerSecond: perSecond(environment, 'RPC_CALLS_PER_SECOND', callsPerSecond),
      peerCallsPerSecond: perSecond(environment, 'RPC_PEER_CALLS_PER_SECOND', peerCallsPerSecond),
    },
    trustsUnknownHeaders: flag(environment, 'RPC_TRUST_UNKNOWN_HEADERS'),
  }
}

/**
 * Addresses may carry keys, so logs name kind and host alone. Those that share a host are told apart by a hash of the whole address: a node
 * keeps its name in whatever order they are configured, and never confirms itself (`unconfirmed_ranges.node`).
 */
export function namesOf(urls: readonly string[]): string[] {
  const names = urls.map((url) => nodeAddress(url).name)
  return names.map((name, index) =>
    names.filter((other) => other === name).length === 1 ? name : `${name} #${shortHash(urls[index]!)}`,
  )
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 6)
}
