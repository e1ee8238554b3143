/** Switches the wallet to the configured chain, and reads the wallet's chain. */
import type { WebConfig } from '@galx/protocol/webConfig'
import { isPending, isRefusal } from '@galx/protocol/walletErrors'
import type { Eip1193Provider } from './walletStore.ts'
import { withTimeout, READ_TIMEOUT, SILENT_AFTER, WalletTimeoutError } from './answerTimeout.ts'

/** BSC and its testnet: on any other chain the app asks to switch. */
export const ACCEPTED_CHAINS: readonly number[] = [56, 97]

const CHAIN_NAMES: Record<number, string> = { 56: 'BNB Smart Chain', 97: 'BNB Smart Chain Testnet' }

/** A chain id in the format of wallets. */
export function toChainHex(chainId: number): string {
  return `0x${chainId.toString(16)}`
}

/**
 * Switches the wallet to the configured chain. After an error other than a refusal, a pending request or a timeout, the chain is added to the
 * wallet (EIP-3085): not all wallets use error 4902 for an unknown chain.
 * @param late called if the wallet answers after the timeout
 * @throws the wallet's error if the wallet is not on the chain in the end, WalletTimeoutError if the wallet does not answer
 */
export async function switchChain(
  provider: Eip1193Provider,
  config: WebConfig,
  late: () => void,
): Promise<void> {
  const chainId = toChainHex(config.chainId)
  const request = (method: string, param: unknown) =>
    withTimeout(provider.request({ method, params: [param] }), SILENT_AFTER, (answer) => {
      answer.then(late, late)
    })
  const ask = () => request('wallet_switchEthereumChain', { chainId })
  try {
    await ask()
  } catch (error) {
    if (isRefusal(error) || isPending(error) || error instanceof WalletTimeoutError) throw error
    await request('wallet_addEthereumChain', chainDescription(config))
    // Most wallets also switch when they add a chain. A wallet that only adds the chain is asked once more to switch.
    if ((await readChainId(provider)) !== config.chainId) await ask()
  }
}

function chainDescription(config: WebConfig) {
  return {
    chainId: toChainHex(config.chainId),
    chainName: CHAIN_NAMES[config.chainId] ?? `Chain ${config.chainId}`,
    nativeCurrency: { name: 'BNB', symbol: config.chainId === 97 ? 'tBNB' : 'BNB', decimals: 18 },
    rpcUrls: [config.rpcUrl],
    ...(config.explorerUrl === '' ? {} : { blockExplorerUrls: [config.explorerUrl] }),
  }
}

/** The wallet's chain: `eth_chainId`, else `net_version`; null if the wallet answers neither. */
export async function readChainId(provider: Eip1193Provider): Promise<number | null> {
  for (const method of ['eth_chainId', 'net_version']) {
    try {
      const chainId = parseChainId(await withTimeout(provider.request({ method }), READ_TIMEOUT))
      if (chainId !== null) return chainId
    } catch {
      // The wallet may still answer the other method.
    }
  }
  return null
}

/** Wallets answer 56, '56' or '0x38'. */
export function parseChainId(value: unknown): number | null {
  const chainId = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isSafeInteger(chainId) && chainId > 0 ? chainId : null
}
