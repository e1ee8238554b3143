/** The configured nodes that the indexer and a reindex read. */
import { createHash } from 'node:crypto'
import type { Deployment } from '@galx/protocol/deployment'
import { nodeAddress } from '@galx/protocol/nodeAddress'
import type { Logger } from 'pino'
import { Endpoints } from '../chain/rpc/endpoints.ts'
import { jsonRpc } from '../chain/rpc/jsonRpc.ts'
import { NodeLimits } from '../chain/rpc/nodeLimits.ts'
import { count, flag, nodeUrls, perSecond, type Environment } from '../platform/environment.ts'
import { isUnfit, nodeFindings } from '../chain/probe/nodeFindings.ts'
import { probeNode, subjectOf } from '../chain/probe/nodeProbe.ts'
import { FatalError } from '../platform/faults.ts'
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

/** No configured node serves logs, so nothing can be indexed. */
class NoLogsError extends FatalError {
  override name = 'NoLogsError'
}

/**
 * Examines the configured nodes once when the indexer starts. The log names missing features before the indexer needs them: a line for each
 * node and for each missing feature. @throws NoLogsError if every node refuses logs for good
 */
export async function knowNodes(urls: readonly string[], deployed: Deployment, log: Logger): Promise<void> {
  const facts = await Promise.all(urls.map((url) => probeNode(url, subjectOf(deployed))))
  const findings = nodeFindings(facts, deployed.deployBlock)
  for (const { state, text, todo } of findings)
    if (todo === undefined) log.info({ node: text }, 'a node serves')
    else
      log[state === 'wrong' ? 'error' : 'warn'](
        { found: text, todo },
        'the node lacks something that the product needs',
      )
  if (isUnfit(facts))
    throw new NoLogsError(
      findings
        .filter(({ state }) => state === 'wrong')
        .map(({ text }) => text)
        .join('; '),
    )
}
