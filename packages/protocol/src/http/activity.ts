/**
 * GET /api/activity: the caller's actions in all products, newest first. GET /api/activity.csv: these actions as a file. GET
 * /api/activityTotals: the sums of these actions. GET /api/accountActivity and /api/accountTotals: any account's final actions and their sums.
 */
import { Type, type Static } from 'typebox'
import { PRODUCT_NAMES } from '../products.ts'
import {
  AddressInputSchema,
  AmountSchema,
  AsOfSchema,
  PageQuery,
  PoolKeySchema,
  TimeSchema,
  TokenSymbolSchema,
  TransactionHashSchema,
  indexedPageOf,
} from './common.ts'

export const ACTIVITY_KINDS = [
  // action in a pool
  'stake',
  'unstake',
  'exit',
  'claim',
  'forfeit',
  // action in the vault
  'deposit',
  'withdraw',
  // a level bought
  'level',
  // a node pass
  'mintPass',
  'sendPass',
  'receivePass',
  'unbondPass',
  // a voucher of a bonus program paid out
  'bonus',
] as const

/**
 * The greatest number of the account's rows that the server reads for a filtered page. So a page may contain fewer than `limit` rows, or
 * none, although `nextCursor` leads to more rows.
 */
export const FILTERED_ROWS = 1_000

export const ActivityQuery = Type.Object(
  {
    ...PageQuery,
    kind: Type.Optional(Type.Enum([...ACTIVITY_KINDS], { description: 'only this kind' })),
    product: Type.Optional(Type.Enum([...PRODUCT_NAMES], { description: 'only this product' })),
  },
  { additionalProperties: false },
)
export type ActivityQuery = Static<typeof ActivityQuery>

export const ActivityItem = Type.Object({
  id: Type.String({ description: 'stable and unique within the list' }),
  kind: Type.Enum([...ACTIVITY_KINDS]),
  product: Type.Enum([...PRODUCT_NAMES]),
  pool: Type.Union([PoolKeySchema, Type.Null()], { description: 'null if no staking pool is involved' }),
  subject: Type.Union([AmountSchema, Type.Null()], {
    description: 'the level bought, or the id of the node pass; null for other kinds',
  }),
  position: Type.Union([AmountSchema, Type.Null()], { description: 'null for claims and while not indexed' }),
  token: TokenSymbolSchema,
  amount: Type.Union([AmountSchema, Type.Null()], {
    description: 'null if nothing moves, or while unknown',
  }),
  pairToken: Type.Union([TokenSymbolSchema, Type.Null()]),
  pairAmount: Type.Union([AmountSchema, Type.Null()]),
  penalty: Type.Union([AmountSchema, Type.Null()], { description: 'wei of `token` that an early exit cost' }),
  rewardToken: Type.Union([TokenSymbolSchema, Type.Null()]),
  reward: Type.Union([AmountSchema, Type.Null()], {
    description: 'wei of `rewardToken` that an exit also paid',
  }),
  status: Type.Enum(['pending', 'confirmed', 'failed']),
  reason: Type.Union([Type.String(), Type.Null()], { description: 'the contract’s reason for the failure' }),
  txHash: TransactionHashSchema,
  blockNumber: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  at: TimeSchema,
})
export type ActivityItem = Static<typeof ActivityItem>

/** `total` counts all confirmed actions, without the filter. The first page begins with the reported, unindexed actions, in addition to `limit`. */
export const ActivityData = indexedPageOf(ActivityItem)
export type ActivityData = Static<typeof ActivityData>

export const AccountActivityQuery = Type.Object(
  { address: AddressInputSchema, ...ActivityQuery.properties },
  { additionalProperties: false },
)
export type AccountActivityQuery = Static<typeof AccountActivityQuery>

export const AccountTotalsQuery = Type.Object(
  { address: AddressInputSchema },
  { additionalProperties: false },
)

/**
 * The sums of an account's history. `earned`: rewards of staking, by claim or with an exit; `bonus`: paid vouchers;
 * `putIn`: deposits in pools and the vault; `takenOut`: withdrawals, without the cost of an early exit; `penalty`: that cost;
 * `forfeited`: rewards given up for the principal alone; `burned`: for levels.
 */
export const TOTAL_KINDS = ['earned', 'bonus', 'putIn', 'takenOut', 'penalty', 'forfeited', 'burned'] as const

/** The greatest number of an account's rows that one answer sums, newest first. */
export const SUMMED_ROWS = 100_000

export const ActivityTotalsData = Type.Object({
  totals: Type.Union(
    [
      Type.Array(
        Type.Object({
          kind: Type.Enum([...TOTAL_KINDS]),
          token: TokenSymbolSchema,
          amount: AmountSchema,
        }),
      ),
      Type.Null(),
    ],
    {
      description: 'the totals above 0, without bonds of node passes; null before the first block is indexed',
    },
  ),
  since: Type.Union([TimeSchema, Type.Null()], {
    description:
      'null: all of the history; a time: only the actions from then on, because the history is very long',
  }),
  asOf: AsOfSchema,
})
export type ActivityTotalsData = Static<typeof ActivityTotalsData>
export type TotalKind = (typeof TOTAL_KINDS)[number]
