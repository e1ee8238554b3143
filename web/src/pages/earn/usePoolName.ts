import { PAGE_OF_POOL } from '@galx/protocol/products'
import { useTexts } from '../../i18n/useTexts.ts'
import { poolTokens } from '../../staking/product.ts'
import { pageNameTexts } from '../names/texts.ts'
import { hasSiblings, type ConfiguredPool } from './model.ts'

/** What a pool is called: its product's name, or its tokens where the product has several pools. */
export function usePoolName(): (pool: ConfiguredPool) => string {
  const names = useTexts(pageNameTexts)
  return (pool) => (hasSiblings(pool.key) ? poolTokens(pool) : names[PAGE_OF_POOL[pool.key]])
}
