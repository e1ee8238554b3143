/** Hash power over all pools, worked out without React. Weights are wei; what is not known stays a `Reading` without value. */
import type { PoolKey } from '@galx/protocol/products'
import type { WebConfig } from '@galx/protocol/webConfig'
import type { AccountReadings, PoolReadings } from '../../core/chain/chainStore.ts'
import { combine } from '../../core/state/combine.ts'
import { mapReading, type Reading } from '../../core/state/reading.ts'

/** The pools this deployment has, in the order of the configuration. */
export function deployedPools(config: WebConfig): PoolKey[] {
  return (Object.keys(config.pools) as PoolKey[]).filter((key) => config.pools[key] !== undefined)
}

type PowerPart = {
  pool: PoolKey
  weight: bigint
}

/** Hash power: the whole, and each pool's part of it that is above 0, largest first. */
export type Power = {
  total: bigint
  parts: PowerPart[]
}

function power(keys: readonly PoolKey[], weights: bigint[]): Power {
  const parts = keys
    .map((pool, index) => ({ pool, weight: weights[index] ?? 0n }))
    .filter(({ weight }) => weight > 0n)
    .sort((a, b) => (b.weight > a.weight ? 1 : b.weight < a.weight ? -1 : 0))
  return { total: parts.reduce((sum, { weight }) => sum + weight, 0n), parts }
}

/** The connected account's hash power over all pools: Σ weight, wei. */
export function ownPower(accounts: AccountReadings, keys: readonly PoolKey[]): Reading<Power> {
  return mapReading(combine(keys.map((key) => accounts[key])), (list) =>
    power(
      keys,
      list.map(({ weight }) => weight),
    ),
  )
}

/** Everybody's hash power over all pools: Σ total weight, wei. */
export function networkPower(pools: PoolReadings, keys: readonly PoolKey[]): Reading<Power> {
  return mapReading(combine(keys.map((key) => pools[key])), (list) =>
    power(
      keys,
      list.map(({ totalWeight }) => totalWeight),
    ),
  )
}

/** A share with one decimal, rounded down: `45.7%`; above 0 but too small to show `<0.1%`. `total` must not be 0. */
export function shortPercentText(part: bigint, total: bigint): string {
  const tenths = (part * 1_000n) / total
  return tenths === 0n && part > 0n ? '<0.1%' : `${tenths / 10n}.${tenths % 10n}%`
}
