/** Reads of gifts (gifts.ts), as data (see reads.ts). */
import type { PoolKey } from '@galx/protocol/products'
import type { Keyed } from '../state/keyed.ts'
import type { ChainRead } from './chainRead.ts'
import type { Gifts } from './gifts.ts'

function giftsIn(pool: PoolKey): ChainRead<Gifts> {
  return {
    key: `gifts/${pool}`,
    ofAccount: true,
    load: async () => {
      const { readGifts } = await import('./giftReaders.ts')
      return (context) => readGifts(pool, context)
    },
  }
}

export function giftsInPools(keys: readonly PoolKey[]) {
  const reads: Keyed<PoolKey, ChainRead<Gifts>> = {}
  for (const key of keys) reads[key] = giftsIn(key)
  return reads
}
