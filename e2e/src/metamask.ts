/** MetaMask's own checks of a request, from the packages that MetaMask publishes. */
import { createWalletMiddleware } from '@metamask/eth-json-rpc-middleware'
import { createAsyncMiddleware, JsonRpcEngine } from '@metamask/json-rpc-engine'
import type { Address } from 'viem'

type Perform = (method: string, params: readonly unknown[]) => Promise<unknown>

/**
 * A request as MetaMask takes it: its middleware checks the parameters of each method that concerns the account, and refuses a method
 * that it does not know.
 * @param perform carries out what the middleware let through
 * @throws MetaMask's error, with its code
 */
export function throughMetaMask(address: () => Address, perform: Perform): Perform {
  const engine = new JsonRpcEngine()
  engine.push(
    createWalletMiddleware({
      getAccounts: async () => [address()],
      getCapabilities: (account, chainIds) =>
        perform('wallet_getCapabilities', chainIds ? [account, chainIds] : [account]) as never,
      getCallsStatus: (id) => perform('wallet_getCallsStatus', [id]) as never,
      processPersonalMessage: (message) =>
        perform('personal_sign', [message.data, message.from]) as Promise<string>,
      processTypedMessageV4: (message) =>
        perform('eth_signTypedData_v4', [message.from, message.data]) as Promise<string>,
      processTransaction: (transaction) => perform('eth_sendTransaction', [transaction]) as Promise<string>,
      processSendCalls: (calls) => perform('wallet_sendCalls', [calls]) as never,
    }),
  )
  engine.push(
    createAsyncMiddleware(async (request, response) => {
      response.result = (await perform(request.method, request.params as unknown[])) as never
    }),
  )
  return async (method, params) => {
    const answer = await engine.handle({ jsonrpc: '2.0', id: 1, method, params: [...params] as never })
    if ('error' in answer && answer.error)
      throw Object.assign(new Error(answer.error.message), { code: answer.error.code })
    return (answer as { result: unknown }).result
  }
}
