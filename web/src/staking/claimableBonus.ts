/** How a part of the page that reads bonuses hands them to the claim card, which claims them together with its pools' rewards. */
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import type { Intent } from '../core/transactions/intent.ts'

export type ClaimableBonus = {
  token: TokenSymbol
  /** wei, above 0 */
  amount: bigint
  /** @param pools that are claimed along; none: the bonus alone */
  intent(pools: readonly PoolKey[], tokens: readonly TokenSymbol[]): Intent
}

/** null: nothing can be claimed */
export type TakeBonus = (bonus: ClaimableBonus | null) => void
