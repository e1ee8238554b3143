/** How a part of the page that reads bonuses hands them to the claim card, which claims them together with its pools' rewards. */
import type { PoolKey, ProgramKey, TokenSymbol } from '@galx/protocol/products'
import type { Intent } from '../core/transactions/intent.ts'

export type ClaimableBonus = {
  /** what each program pays now; at least one, `amount` in wei and above 0 */
  parts: readonly { program: ProgramKey; token: TokenSymbol; amount: bigint }[]
  /** @param pools that are claimed along; none: the bonuses alone */
  intent(pools: readonly PoolKey[], tokens: readonly TokenSymbol[]): Intent
}

/** null: nothing can be claimed */
export type TakeBonus = (bonus: ClaimableBonus | null) => void

/** What comes of one token, wei: 0 without a bonus. */
export function bonusIn(bonus: ClaimableBonus | null, token: TokenSymbol): bigint {
  return (bonus?.parts ?? []).reduce((sum, part) => (part.token === token ? sum + part.amount : sum), 0n)
}
