/** The demo wallet's access to the chain. It uses only the configured endpoint, and refuses a chain with another first block. */
import type { WebConfig } from '@galx/protocol/webConfig'
import { httpRpc, isReverted, RpcError } from '../core/chain/rpc.ts'
import { ProviderError } from './questions.ts'

export type DemoChain = {
  chainId: number
  rpc(method: string, params: readonly unknown[]): Promise<unknown>
  /** @throws ProviderError 4901 if the endpoint's chain is not the configured chain */
  assertChain(): Promise<void>
}

export function createDemoChain({ chainId, rpcUrl, genesisHash }: WebConfig): DemoChain {
  let genesis: Promise<void> | null = null
  const rpc = (method: string, params: readonly unknown[]) => forward(rpcUrl, method, params)
  const assertChain = () => {
    genesis ??= rpc('eth_getBlockByNumber', ['0x0', false]).then((block) => {
      if ((block as { hash?: string } | null)?.hash?.toLowerCase() === genesisHash) return
      throw new ProviderError(
        4901,
        'This is not the demo chain: its first block differs from the configured one',
      )
    })
    genesis.catch(() => {
      genesis = null
    })
    return genesis
  }
  return { chainId, rpc, assertChain }
}

async function forward(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await httpRpc(url, method, params)
  } catch (error) {
    if (isReverted(error)) throw error
    // A wallet's error, as from any wallet: an RpcError says that a contract reverts.
    if (error instanceof RpcError) throw new ProviderError(error.code, error.message)
    throw new ProviderError(4900, 'The demo chain cannot be reached')
  }
}
