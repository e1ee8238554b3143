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
  return new Endpoints(
    // Addresses may carry keys: logs name kind and host alone.
    httpUrls(environment, 'RPC_URL').map((text) => ({
      name: nodeAddress(text).name,
      ask: jsonRpc(text, timeout),
    })),
    genesisHash,
  )
}
