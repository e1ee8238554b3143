/**
 * Whether the wallet is on the configured chain. The chain id does not prove this (the embedded chain also uses 56), but
 * the hash of block 0 does. Read before the first transaction.
 */
import type { HexString } from '@galx/protocol/webConfig'
import type { Eip1193Provider } from './walletStore.ts'
import { withTimeout, READ_TIMEOUT } from './answerTimeout.ts'

export type GenesisCheck = 'same' | 'different' | 'unknown'

const known = new WeakMap<Eip1193Provider, string>()

/** Asks each provider once and caches the answer. Call `clearGenesisCache` when the provider's chain changes. `unknown`: no answer. */
export async function checkGenesis(provider: Eip1193Provider, wanted: HexString): Promise<GenesisCheck> {
  let hash = known.get(provider)
  if (hash === undefined) {
    try {
      const asked = provider.request({ method: 'eth_getBlockByNumber', params: ['0x0', false] })
      const block = (await withTimeout(asked, READ_TIMEOUT)) as { hash?: unknown } | null
      if (typeof block?.hash !== 'string') return 'unknown'
      hash = block.hash.toLowerCase()
    } catch {
      return 'unknown'
    }
    known.set(provider, hash)
  }
  return hash === wanted.toLowerCase() ? 'same' : 'different'
}

export function clearGenesisCache(provider: Eip1193Provider): void {
  known.delete(provider)
}
