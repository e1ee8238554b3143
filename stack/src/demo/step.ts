/** An action in the demo world, and its time. Amounts are whole tokens. */
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'

export type DemoAction =
  | { kind: 'drip' }
  | { kind: 'stake'; pool: PoolKey; amount: bigint; tier: number; inviter: number | null }
  | { kind: 'claim'; pool: PoolKey }
  /** `position`: the account's position in the pool, from 0 */
  | { kind: 'exit'; pool: PoolKey; position: number }
  | { kind: 'unstake' | 'exitEarly'; pool: PoolKey; position: number; amount: bigint }
  | { kind: 'deposit'; amount: bigint; inviter: number | null }
  | { kind: 'withdraw'; amount: bigint }
  | { kind: 'swap'; from: TokenSymbol; to: TokenSymbol; amount: bigint }
  | { kind: 'buyLevel'; level: number }
  | { kind: 'mintPass'; name: string }
  | { kind: 'renamePass'; pass: number; name: string }
  | { kind: 'startUnbonding' | 'unbond'; pass: number }
  | { kind: 'transferPass'; pass: number; to: number }
  | { kind: 'distribute' }

export type DemoStep = {
  /** the time of the action, in `MOMENTS` of the simulated time */
  at: number
  account: number
  action: DemoAction
}
