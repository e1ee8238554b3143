/** How a part of the page that reads bonuses hands them to the claim card, which claims them together with its pools' rewards. */
import type { PoolKey, ProgramKey, TokenSymbol } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'
import type { IntendedCall } from '../core/transactions/calls/index.ts'
import type { Intent } from '../core/transactions/intent.ts'

export type ClaimableBonus = {
  /** what each program pays now; at least one, `amount` in wei and above 0 */
  parts: readonly { program: ProgramKey; token: TokenSymbol; amount: bigint }[]
  /** all of it by token, wei */
  amounts: Partial<Record<TokenSymbol, bigint>>
  /** What is sent. @param pools that are claimed along; none: the bonuses alone */
  call(account: HexString, pools: readonly PoolKey[]): IntendedCall
  /** The same, to be carried out. */
  intent(pools: readonly PoolKey[], tokens: readonly TokenSymbol[]): Intent
}

/** null: nothing can be claimed */
export type TakeBonus = (bonus: ClaimableBonus | null) => void
