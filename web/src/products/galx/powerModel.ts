/** Hash power in the GALX pools, computed without React. Both pools weigh GALX, so their weights may be added. */
import type { PoolKey } from '@galx/protocol/products'
import type { AccountReadings } from '../../core/chain/chainStore.ts'
import { combine } from '../../core/state/combine.ts'
import { mapReading, type Reading } from '../../core/state/reading.ts'

type PowerPart = {
  pool: PoolKey
  weight: bigint
}

/** The total hash power, and each pool's part above 0, largest first. */
export type Power = {
  total: bigint
  parts: PowerPart[]
}

/** The connected account's hash power over these pools, which must take the same token: Σ weight, wei. */
export function ownPower(accounts: AccountReadings, keys: readonly PoolKey[]): Reading<Power> {
  return mapReading(combine(keys.map((key) => accounts[key])), (list) => {
    const parts = keys
      .map((pool, index) => ({ pool, weight: list[index]?.weight ?? 0n }))
      .filter(({ weight }) => weight > 0n)
      .sort((a, b) => (b.weight > a.weight ? 1 : b.weight < a.weight ? -1 : 0))
    return { total: parts.reduce((sum, { weight }) => sum + weight, 0n), parts }
  })
}
