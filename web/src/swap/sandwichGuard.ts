/** Asks whether the wallet's endpoint bypasses the public mempool, and offers endpoints that do. */
import type { WebConfig, WebRelay } from '@galx/protocol/webConfig'
import type { Eip1193Provider } from '../core/wallet/walletStore.ts'
import { withTimeout, READ_TIMEOUT } from '../core/wallet/answerTimeout.ts'

/** `unknown`: the endpoint does not say. It may still be private, but most are not. */
export type Protection = 'protected' | 'unknown'

/**
 * The query that all private endpoints of BSC know: a call of address 0x48, with 0x30 wei and the byte 0x30 as data. They answer with the byte 0x30.
 * An ordinary node runs the call on an address without code and returns nothing, or refuses. A wallet that does not answer also means unknown.
 */
export async function askProtection(provider: Eip1193Provider, account: string): Promise<Protection> {
  const question = { from: account, to: `0x${'48'.padStart(40, '0')}`, value: '0x30', data: '0x30' }
  try {
    const asked = provider.request({ method: 'eth_call', params: [question, 'latest'] })
    const answer = await withTimeout(asked, READ_TIMEOUT)
    return answer === '0x30' ? 'protected' : 'unknown'
  } catch {
    return 'unknown'
  }
}

/** Offers the relay to the wallet as an endpoint of the configured chain (EIP-3085). @throws the wallet's error */
export async function offerRelay(
  provider: Eip1193Provider,
  { name, rpcUrl }: WebRelay,
  { chainId, explorerUrl }: WebConfig,
): Promise<void> {
  await provider.request({
    method: 'wallet_addEthereumChain',
    params: [
      {
        chainId: `0x${chainId.toString(16)}`,
        chainName: `BNB Smart Chain (${name})`,
        nativeCurrency: { name: 'BNB', symbol: chainId === 97 ? 'tBNB' : 'BNB', decimals: 18 },
        rpcUrls: [rpcUrl],
        ...(explorerUrl === '' ? {} : { blockExplorerUrls: [explorerUrl] }),
      },
    ],
  })
}
