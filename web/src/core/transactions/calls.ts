/**
 * The contract calls the app can make, as plain named data: what the user is shown, what is encoded, and what the
 * encoded bytes are read back into and compared with before they reach the wallet.
 */
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'

export type PermitSignature = { deadline: bigint; v: number; r: HexString; s: HexString }

export type IntendedCall =
  | { name: 'stake'; pool: PoolKey; amount: bigint; tier: number; inviter: HexString | null }
  | {
      name: 'stakeWithPermit'
      pool: PoolKey
      amount: bigint
      tier: number
      inviter: HexString | null
      /** null: no permit for this token, its allowance is used */
      stakePermit: PermitSignature | null
      pairPermit: PermitSignature | null
    }
  | { name: 'unstake'; pool: PoolKey; position: bigint; amount: bigint }
  | { name: 'exit'; pool: PoolKey; position: bigint }
  | { name: 'exitEarly'; pool: PoolKey; position: bigint; amount: bigint }
  | { name: 'withdrawPrincipal'; pool: PoolKey; position: bigint }
  | { name: 'claim'; pool: PoolKey }
  /** one Multicall3 transaction of `claimFor`, one each pool */
  | { name: 'claimAll'; pools: PoolKey[]; account: HexString }
  | { name: 'approve'; token: TokenSymbol; spender: HexString; amount: bigint }
  | { name: 'drip'; account: HexString }

/** What a call takes from the account through an allowance to StakingPools. */
export interface Spend {
  token: TokenSymbol
  amount: bigint
}
