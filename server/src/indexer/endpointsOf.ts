/** The configured nodes, as indexer and reindex read them. */
import type { Deployment } from '@galx/protocol/deployment'
import { Endpoints } from '../chain/rpc/endpoints.ts'
import { jsonRpc } from '../chain/rpc/jsonRpc.ts'
import { nodeAddress } from '../chain/rpc/nodeAddress.ts'
import { count, httpUrls, type Environment } from '../platform/environment.ts'

/** Milliseconds a node may take for one answer. */
const RPC_TIMEOUT = 10_000

/** @throws ConfigurationError */
export function endpointsOf(environment: Environment, { genesisHash }: Deployment): Endpoints {
  const timeout = count(environment, 'RPC_TIMEOUT_MS', RPC_TIMEOUT)
  const urls = httpUrls(environment, 'RPC_URL')
  const names = namesOf(urls)
  return new Endpoints(
    urls.map((text, index) => ({ name: names[index]!, ask: jsonRpc(text, timeout) })),
    genesisHash,
  )
}

/** One for each: addresses may carry keys, so logs name kind and host alone, and count those that share a host. */
export function namesOf(urls: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return urls.map((url) => {
    const { name } = nodeAddress(url)
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}
