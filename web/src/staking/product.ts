/** What a product tells the staking kit: its pools, and their outline before the configuration has come. */
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import type { WebPool } from '@galx/protocol/webConfig'
import { useConfig } from '../core/config/configStore.ts'

/** Which tokens a pool takes and pays, and how many terms it offers. No figure is shown of it. */
type PoolOutline = {
  stakeToken: TokenSymbol
  pairToken: TokenSymbol | null
  rewardToken: TokenSymbol
  terms: number
}

export type StakingProduct = {
  /** in the order of the switch between them; all of them pay their rewards to the account by one claim */
  pools: readonly [PoolKey, ...PoolKey[]]
  outlines: Partial<Record<PoolKey, PoolOutline>>
}

const FLEXIBLE = { duration: 0, multiplierBps: 10_000, penaltyBps: 0 }

/** A pool as configured; `known` is false while it is only an outline. */
export type KnownPool = {
  pool: WebPool
  known: boolean
}

function outlined({ terms, ...tokens }: PoolOutline): WebPool {
  return { ...tokens, id: '0', pairRatio: '0', tiers: Array.from({ length: terms }, () => FLEXIBLE) }
}

/**
 * One pool of a product.
 * @throws Error where the product has neither an outline of it nor the configuration the pool
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

/** Whether a pool locks what is staked in it: then each stake has a term. */
export function hasTerms(pool: WebPool): boolean {
  return pool.tiers.length > 1 || (pool.tiers[0]?.duration ?? 0) > 0
}

/** Whether a pool can stake what it owes an account: it pays what it takes, without a pair, and has a term without a lock. */
export function canCompound({ stakeToken, pairToken, rewardToken, tiers }: WebPool): boolean {
  return pairToken === null && rewardToken === stakeToken && tiers.some(({ duration }) => duration === 0)
}
