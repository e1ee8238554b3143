/** The calls that report a transaction of the wallet: the `reports` of products.ts. */
import { Type, type Static } from 'typebox'
import { TransactionHashInputSchema, TransactionHashSchema } from './common.ts'

export const TransactionReportBody = Type.Object(
  { txHash: TransactionHashInputSchema },
  { additionalProperties: false },
)
export type TransactionReportBody = Static<typeof TransactionReportBody>

/** POST /api/mcmNode: the name must be the pass's name in the transaction. */
export const PassReportBody = Type.Object(
  {
    txHash: TransactionHashInputSchema,
    name: Type.String({ minLength: 1, maxLength: 32, description: 'of the pass, in characters' }),
  },
  { additionalProperties: false },
)
export type PassReportBody = Static<typeof PassReportBody>

export const TransactionReportData = Type.Object({
  txHash: TransactionHashSchema,
  status: Type.Enum(['pending', 'confirmed', 'failed'], {
    description: 'confirmed: final and indexed',
  }),
  reason: Type.Optional(Type.String({ description: 'only with failed' })),
})
export type TransactionReportData = Static<typeof TransactionReportData>
