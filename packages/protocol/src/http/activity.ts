/** GET /api/activity: what an account did in the staking pools, newest first; GET /api/activity.csv: the same as a file. */
import { Type, type Static } from 'typebox'
import {
  AmountSchema,
  PageQuery,
  PoolKeySchema,
  TimeSchema,
  TokenSymbolSchema,
  TransactionHashSchema,
  pageOf,
} from './common.ts'

export const ACTIVITY_KINDS = ['stake', 'unstake', 'exit', 'claim', 'forfeit'] as const

export const ActivityQuery = Type.Object(PageQuery, { additionalProperties: false })
export type ActivityQuery = Static<typeof ActivityQuery>

export const ActivityItem = Type.Object({
  id: Type.String({ description: 'stable and unique within the list' }),
  kind: Type.Enum([...ACTIVITY_KINDS]),
  pool: PoolKeySchema,
  position: Type.Union([AmountSchema, Type.Null()], { description: 'null for claims and while not indexed' }),
  token: TokenSymbolSchema,
  amount: AmountSchema,
  pairToken: Type.Union([TokenSymbolSchema, Type.Null()]),
  pairAmount: Type.Union([AmountSchema, Type.Null()]),
  penalty: Type.Union([AmountSchema, Type.Null()], { description: 'wei of `token` an early exit cost' }),
  rewardToken: Type.Union([TokenSymbolSchema, Type.Null()]),
  reward: Type.Union([AmountSchema, Type.Null()], {
    description: 'wei of `rewardToken` an exit paid with it',
  }),
  status: Type.Enum(['pending', 'confirmed', 'failed']),
  reason: Type.Union([Type.String(), Type.Null()], { description: 'why it failed, as the contract says' }),
  txHash: TransactionHashSchema,
  blockNumber: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  at: TimeSchema,
})
export type ActivityItem = Static<typeof ActivityItem>

/** `total` counts confirmed ones. Reported ones that are not indexed yet lead the first page, on top of `limit`. */
export const ActivityData = pageOf(ActivityItem)
export type ActivityData = Static<typeof ActivityData>
