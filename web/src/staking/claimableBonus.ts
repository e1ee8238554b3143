/** How a part of the page that reads bonuses hands them to the claim card, which claims them together with its pools' rewards. */
import type { PoolKey, ProgramKey, TokenSymbol } from '@galx/protocol/products'
import type { Intent } from '../core/transactions/intent.ts'

export type ClaimableBonus = {
  /** what each program pays now; at least one, `amount` in wei and above 0 */
  parts: readonly { program: ProgramKey; token: TokenSymbol; amount: bigint }[]
  /** all of it by token, wei */
  amounts: Partial<Record<TokenSymbol, bigint>>
  /** @param pools that are claimed along; none: the bonuses alone */
  intent(pools: readonly PoolKey[], tokens: readonly TokenSymbol[]): Intent
}

/** null: nothing can be claimed */
export type TakeBonus = (bonus: ClaimableBonus | null) => void
