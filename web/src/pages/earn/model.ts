/** An account's holdings in all products, without React. Amounts are wei, times unix seconds, rounding is downward. */
import { budgetEnd, ratePerDay } from '@galx/protocol/formulas'
import { PAGE_OF_POOL, type PoolKey, type TokenSymbol } from '@galx/protocol/products'
import { assetsOf, streamOf, vaultAt, type VaultTotals } from '@galx/protocol/vault'
import type { WebPool } from '@galx/protocol/webConfig'
import type { Position } from '../../core/chain/chainStore.ts'
import type { Leg } from '../../staking/stakeModel.ts'

export type ConfiguredPool = WebPool & { key: PoolKey }

const POOLS = Object.keys(PAGE_OF_POOL) as PoolKey[]

/** The configured pools, in the registry's order. */
export function configuredPools(pools: Partial<Record<PoolKey, WebPool>>): ConfiguredPool[] {
  return POOLS.flatMap((key) => {
    const pool = pools[key]
    return pool === undefined ? [] : [{ key, ...pool }]
  })
}

/** Whether the product has several pools: its name alone then does not identify a pool. */
export function hasSiblings(key: PoolKey): boolean {
  return POOLS.some((other) => other !== key && PAGE_OF_POOL[other] === PAGE_OF_POOL[key])
}

export type StakedInPool = {
  positions: number
  amount: bigint
  pairAmount: bigint
  /** unlocked positions; in a pool without terms, all positions */
  unlocked: number
  /** when the next lock ends; null if no lock is running */
  nextUnlock: number | null
}

/** Adds all positions of one pool: they hold the same tokens. */
export function stakedInPool(positions: readonly Position[], now: number): StakedInPool {
  const locks = positions.map(({ unlockAt }) => unlockAt).filter((at) => at > now)
  return {
    positions: positions.length,
    amount: positions.reduce((sum, { amount }) => sum + amount, 0n),
    pairAmount: positions.reduce((sum, { pairAmount }) => sum + pairAmount, 0n),
    unlocked: positions.filter(({ unlockAt }) => unlockAt > 0 && unlockAt <= now).length,
    nextUnlock: locks.length === 0 ? null : Math.min(...locks),
  }
}

/** The value of the vault's shares at `now`, and their growth in a day at the present rate. */
export function holdingAt(
  vault: VaultTotals,
  shares: bigint,
  now: number,
): { worth: bigint; perDay: bigint; end: number | null } {
  const current = vaultAt(vault, Math.floor(now))
  const stream = streamOf(current)
  return {
    worth: assetsOf(shares, current),
    perDay: ratePerDay(stream, shares, now) ?? 0n,
    end: budgetEnd(stream, now),
  }
}

/** Sums by token, each token once, in the order of its first occurrence. A token with the sum 0 is left out. */
export function byToken(legs: readonly Leg[]): Leg[] {
  const sums = new Map<TokenSymbol, bigint>()
  for (const { token, amount } of legs) sums.set(token, (sums.get(token) ?? 0n) + amount)
  return [...sums].filter(([, amount]) => amount > 0n).map(([token, amount]) => ({ token, amount }))
}
