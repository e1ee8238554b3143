/** The type in which a page passes bonuses to the claim card. The card claims the bonuses together with its pools' rewards. */
import type { PoolKey, ProgramKey, TokenSymbol } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'
import type { IntendedCall } from '../core/transactions/calls/index.ts'
import type { Intent } from '../core/transactions/intent.ts'

export type ClaimableBonus = {
  /** each program's present payment; at least one program, `amount` in wei and above 0 */
  parts: readonly { program: ProgramKey; token: TokenSymbol; amount: bigint }[]
  /** the sums by token, wei */
  amounts: Partial<Record<TokenSymbol, bigint>>
  /** The call to send. @param pools the pools to claim in the same call; if empty, the bonuses alone */
  call(account: HexString, pools: readonly PoolKey[]): IntendedCall
  /** The intent of the same call. */
  intent(pools: readonly PoolKey[], tokens: readonly TokenSymbol[]): Intent
}

/** null: nothing can be claimed */
export type TakeBonus = (bonus: ClaimableBonus | null) => void
