import { PAGE_OF_POOL } from '@galx/protocol/products'
import { useTexts } from '../../i18n/useTexts.ts'
import { poolTokens } from '../../staking/product.ts'
import { pageNameTexts } from '../names/texts.ts'
import { hasSiblings, type ConfiguredPool } from './model.ts'

/** A pool's name: its product's name, or its tokens if the product has several pools. */
export function usePoolName(): (pool: ConfiguredPool) => string {
  const names = useTexts(pageNameTexts)
  return (pool) => (hasSiblings(pool.key) ? poolTokens(pool) : names[PAGE_OF_POOL[pool.key]])
}
