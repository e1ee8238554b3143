/** Parts of outcomes that several contracts' calls share. */
import { PAGE_OF_POOL, type PoolKey } from '@galx/protocol/products'
import type { WebConfig } from '@galx/protocol/webConfig'
import { balanceOf } from '../../chain/reads.ts'
import type { Coin, NextStep, OutcomeState } from './callFile.ts'

/** The wallet's balance of each of these tokens, without repetition. */
export function balanceStates(coins: readonly Coin[]): OutcomeState[] {
  return [...new Set(coins)].map((coin) => ({
    label: 'balance',
    unit: coin,
    value: (get) => get(balanceOf(coin === 'BNB' ? 'native' : coin)),
  }))
}

/** A link to the first pool that takes the token; null if no pool takes it. */
export function stakeOf(
  token: Coin | undefined,
  label: NextStep['label'],
  { pools }: WebConfig,
): NextStep | null {
  const keys = Object.keys(PAGE_OF_POOL) as PoolKey[]
  const key = keys.find((one) => pools[one]?.stakeToken === token)
  return key === undefined || token === undefined ? null : { label, page: PAGE_OF_POOL[key] }
}
