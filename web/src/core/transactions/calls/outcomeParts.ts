/** Parts of outcomes, shared by several contracts' calls. */
import { PAGE_OF_POOL, type PoolKey } from '@galx/protocol/products'
import type { WebConfig } from '@galx/protocol/webConfig'
import { balanceOf } from '../../chain/reads.ts'
import type { Coin, NextStep, OutcomeState } from './callFile.ts'

/** What the wallet holds of these, each once. */
export function balanceStates(coins: readonly Coin[]): OutcomeState[] {
  return [...new Set(coins)].map((coin) => ({
    label: 'balance',
    unit: coin,
    value: (get) => get(balanceOf(coin === 'BNB' ? 'native' : coin)),
  }))
}

/** To the first pool that takes the token; null where none does. */
export function stakeOf(
  token: Coin | undefined,
  label: NextStep['label'],
  { pools }: WebConfig,
): NextStep | null {
  const keys = Object.keys(PAGE_OF_POOL) as PoolKey[]
  const key = keys.find((one) => pools[one]?.stakeToken === token)
  return key === undefined || token === undefined ? null : { label, page: PAGE_OF_POOL[key] }
}
