/** GET /api/getFundInvestLogs: payments to the AAA fund and its distributions, newest first. */
import { Type, type Static } from 'typebox'
import {
  AmountSchema,
  PageQuery,
  TimeSchema,
  TokenSymbolSchema,
  TransactionHashSchema,
  indexedPageOf,
} from './common.ts'

export const FundLogQuery = Type.Object(PageQuery, { additionalProperties: false })
export type FundLogQuery = Static<typeof FundLogQuery>

export const FundLogItem = Type.Object({
  id: Type.String({ description: 'stable and unique within the list' }),
  kind: Type.Enum(['inflow', 'distribution'], {
    description:
      'inflow: the token reached the fund; distribution: the fund gave it to the stakers of its pool',
  }),
  token: TokenSymbolSchema,
  amount: AmountSchema,
  txHash: TransactionHashSchema,
  blockNumber: Type.Integer({ minimum: 0 }),
  at: TimeSchema,
})
export type FundLogItem = Static<typeof FundLogItem>

export const FundLogData = Type.Object({
  ...indexedPageOf(FundLogItem).properties,
  totals: Type.Union([Type.Object({ inflow: AmountSchema, distribution: AmountSchema }), Type.Null()], {
    description:
      'wei of AAA, the sum of all payments in, and of all distributions; null before the first block is indexed',
  }),
})
export type FundLogData = Static<typeof FundLogData>
