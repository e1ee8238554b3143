/** GET /api/poolYields: the earnings of one staked token in a pool, by period. */
import { Type, type Static } from 'typebox'
import { AmountSchema, AsOfSchema, PoolKeySchema, TimeSchema, TokenSymbolSchema } from './common.ts'
import { EarningsPeriod, EarningsQuery, MOST_PERIODS } from './earnings.ts'

export const PoolYieldsQuery = Type.Omit(EarningsQuery, ['address'], { additionalProperties: false })
export type PoolYieldsQuery = Static<typeof PoolYieldsQuery>

export const PoolYieldsPeriod = Type.Object({
  from: TimeSchema,
  to: EarningsPeriod.properties.to,
  perToken: Type.String({
    ...AmountSchema,
    description:
      'wei of `token` that 10^18 wei of weight earned in the period, by the contract’s formula, rounded down. One staked token has a weight of 10^18 wei times its multiplier',
  }),
  totalWeight: EarningsPeriod.properties.totalWeight,
})
export type PoolYieldsPeriod = Static<typeof PoolYieldsPeriod>

export const PoolYieldsData = Type.Object({
  pool: PoolKeySchema,
  token: TokenSymbolSchema,
  asOf: AsOfSchema,
  periods: Type.Array(PoolYieldsPeriod, {
    maxItems: MOST_PERIODS,
    description: 'oldest first; without the periods at whose start less than one token was staked',
  }),
})
export type PoolYieldsData = Static<typeof PoolYieldsData>
