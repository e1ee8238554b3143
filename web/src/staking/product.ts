/** A product's data for the staking kit: its pools, and their outline before the configuration has loaded. */
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import type { WebPool } from '@galx/protocol/webConfig'
import { useConfig } from '../core/config/configStore.ts'

/** A pool's tokens and number of terms. No figure of an outline is shown. */
type PoolOutline = {
  stakeToken: TokenSymbol
  pairToken: TokenSymbol | null
  rewardToken: TokenSymbol
  terms: number
}

export type StakingProduct = {
  /** in the order of the pool switch; one claim pays the rewards of all */
  pools: readonly [PoolKey, ...PoolKey[]]
  outlines: Partial<Record<PoolKey, PoolOutline>>
}

const FLEXIBLE = { duration: 0, multiplierBps: 10_000, penaltyBps: 0 }

/** A configured pool; `known` is false while only the outline is known. */
export type KnownPool = {
  pool: WebPool
  known: boolean
}

function outlined({ terms, ...tokens }: PoolOutline): WebPool {
  return { ...tokens, id: '0', pairRatio: '0', tiers: Array.from({ length: terms }, () => FLEXIBLE) }
}

/**
 * One pool of a product.
 * @throws Error if neither the product's outlines nor the configuration has the pool
 */
export function usePool(product: StakingProduct, key: PoolKey): KnownPool {
  const configured = useConfig()?.pools[key]
  if (configured !== undefined) return { pool: configured, known: true }
  const outline = product.outlines[key]
  if (outline === undefined) throw new Error(`The product gives no outline of its pool ${key}`)
  return { pool: outlined(outline), known: false }
}

/** "GALX + MCM": the tokens a pool takes. */
export function poolTokens(pool: Pick<WebPool, 'stakeToken' | 'pairToken'>): string {
  return pool.pairToken === null ? pool.stakeToken : `${pool.stakeToken} + ${pool.pairToken}`
}

/** Whether a pool locks stakes: then each stake has a term. */
export function hasTerms(pool: WebPool): boolean {
  return pool.tiers.length > 1 || (pool.tiers[0]?.duration ?? 0) > 0
}

/** Whether a pool can stake an account's reward: the pool pays the token that it takes, has no pair, and has a term without a lock. */
export function canCompound({ stakeToken, pairToken, rewardToken, tiers }: WebPool): boolean {
  return pairToken === null && rewardToken === stakeToken && tiers.some(({ duration }) => duration === 0)
}
