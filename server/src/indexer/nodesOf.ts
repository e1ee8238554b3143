/** The configured nodes that the indexer and a reindex read. */
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

/** @param first index of the node that is asked first, modulo the number of nodes @throws ConfigurationError */
export function nodesOf(
  environment: Environment,
  { genesisHash }: Deployment,
  first = 0,
): { endpoints: Endpoints; budget: HeadBudget; trustsUnknownHeaders: boolean } {
  const timeout = count(environment, 'RPC_TIMEOUT_MS', RPC_TIMEOUT)
  const urls = nodeUrls(environment)
  const listed = urls.map((url) => {
    const limits = new NodeLimits()
    return { name: nameOf(url), ask: jsonRpc(url, timeout, limits), limits }
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
 * Addresses may contain keys. So the name has the kind and the host alone, and a hash of the address if the address has more parts. The
 * name depends on the address alone: a node keeps its name when the list changes, and never confirms itself (`unconfirmed_ranges.node`).
 */
export function nameOf(url: string): string {
  const { name, url: address, headers } = nodeAddress(url)
  const isBare = address === `${name}/` && headers.authorization === undefined
  return isBare ? name : `${name} #${shortHash(url)}`
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 6)
}
