/** The calls of StakingPools that the app makes, as plain data. */
import type { PoolKey } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'
import type { PermitSignature } from './callFile.ts'

type Stake = {
  pool: PoolKey
  amount: bigint
  tier: number
  inviter: HexString | null
}

export type StakingPoolsCall =
  | ({ name: 'stake' } & Stake)
  /** a null permit: this token's allowance is used */
  | ({
      name: 'stakeWithPermit'
      stakePermit: PermitSignature | null
      pairPermit: PermitSignature | null
    } & Stake)
  /** a gift: opens a position of `account`. Only `account` can take the gift out */
  | { name: 'stakeFor'; pool: PoolKey; amount: bigint; tier: number; account: HexString }
  /** `to` receives the tokens: the account itself, or another address if a token refuses to pay the account */
  | { name: 'unstake'; pool: PoolKey; position: bigint; amount: bigint; to: HexString }
  | { name: 'exit'; pool: PoolKey; position: bigint; to: HexString }
  | { name: 'exitEarly'; pool: PoolKey; position: bigint; amount: bigint; to: HexString }
  | { name: 'withdrawPrincipal'; pool: PoolKey; position: bigint; to: HexString }
  | { name: 'claim'; pool: PoolKey; to: HexString }
  | { name: 'claimMany'; pools: PoolKey[]; to: HexString }
  /** pays `account` its reward. Anyone may call it */
  | { name: 'claimFor'; pool: PoolKey; account: HexString }
  /** stakes the account's reward, without a lock */
  | { name: 'compound'; pool: PoolKey }
  /** sets the account's boost in a pool to the boost of its level. Anyone may call it */
  | { name: 'syncBoost'; pool: PoolKey; account: HexString }
