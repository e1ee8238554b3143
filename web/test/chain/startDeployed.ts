/** The whole product on its own node, for tests of the app's chain reads. */
import type { Deployment } from '@galx/protocol/deployment'
import { parseWebConfig, type WebConfig } from '@galx/protocol/webConfig'
import { webConfigOf } from '@galx/protocol/webConfigOf'
import { startDeployedChain } from './startTestChain.ts'

export type Deployed = {
  config: WebConfig
  deployment: Deployment
  rpc<T = unknown>(method: string, ...params: unknown[]): Promise<T>
  /** from any account, without its key; mined at once */
  send(from: string, to: string, data: string): Promise<void>
  stop(): Promise<void>
}

export async function startDeployed(): Promise<Deployed> {
  const { rpcUrl, deployment, stop } = await startDeployedChain()
  const config = webConfigOf({
    deployment,
    apiUrl: 'http://127.0.0.1:1',
    btcApiUrl: 'http://127.0.0.1:1',
    rpcUrl,
    demoWallet: false,
  })
  const parsed = parseWebConfig(JSON.parse(JSON.stringify(config)))
  if (!parsed.ok) throw new Error(parsed.problems.join('; '))
  const rpc = async <T>(method: string, ...params: unknown[]): Promise<T> => {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  return {
    config: parsed.config,
    deployment,
    rpc,
    send: async (from, to, data) => {
      await rpc('anvil_setBalance', from, '0xde0b6b3a7640000')
      await rpc('anvil_impersonateAccount', from)
      const hash = await rpc('eth_sendTransaction', { from, to, data, gas: '0x1000000' })
      await rpc('evm_mine')
      const receipt = await rpc<{ status: string } | null>('eth_getTransactionReceipt', hash)
      if (receipt?.status !== '0x1') throw new Error(`a transaction from ${from} to ${to} failed`)
    },
    stop,
  }
}
