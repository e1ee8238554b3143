/** GET /api/earnings: the earnings of an account's weight in one pool, by period. */
import { Type, type Static } from 'typebox'
import {
  AddressInputSchema,
  AmountSchema,
  AsOfSchema,
  PoolKeySchema,
  TimeSchema,
  TokenSymbolSchema,
} from './common.ts'

/** The greatest number of periods in one answer. */
export const MOST_PERIODS = 90

export const EarningsQuery = Type.Object(
  {
    address: AddressInputSchema,
    pool: PoolKeySchema,
    period: Type.Optional(Type.Enum(['hour', 'day'], { default: 'day', description: 'in UTC' })),
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_PERIODS,
        default: 30,
        description: 'number of periods, including the current one',
      }),
    ),
  },
  { additionalProperties: false },
)
export type EarningsQuery = Static<typeof EarningsQuery>

export const EarningsPeriod = Type.Object({
  from: TimeSchema,
  to: Type.Integer({
    minimum: 0,
    description: 'unix seconds, exclusive; for the current period the time of `asOf`',
  }),
  earned: Type.String({
    ...AmountSchema,
    description:
      'wei of `token` that the account’s weight earned: the contract’s formula for each interval without a change, each rounded down',
  }),
  claimed: Type.String({ ...AmountSchema, description: 'wei of `token` that were paid out' }),
  weight: Type.String({ ...AmountSchema, description: 'the account’s at the end of the period, wei' }),
  totalWeight: Type.String({ ...AmountSchema, description: 'the pool’s at the end of the period, wei' }),
})
export type EarningsPeriod = Static<typeof EarningsPeriod>

export const EarningsData = Type.Object({
  pool: PoolKeySchema,
  token: TokenSymbolSchema,
  asOf: AsOfSchema,
  periods: Type.Array(EarningsPeriod, {
    maxItems: MOST_PERIODS,
    description:
      'oldest first; none before the first block is indexed. Fewer than requested if the account changed its weight too often',
  }),
})
export type EarningsData = Static<typeof EarningsData>
