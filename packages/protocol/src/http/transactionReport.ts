/** The posts that report a transaction the wallet has sent: galxStake, galxMcmStake. */
import { Type, type Static } from 'typebox'
import { TransactionHashInputSchema, TransactionHashSchema } from './common.ts'

export const TransactionReportBody = Type.Object(
  { txHash: TransactionHashInputSchema },
  { additionalProperties: false },
)
export type TransactionReportBody = Static<typeof TransactionReportBody>

export const TransactionReportData = Type.Object({
  txHash: TransactionHashSchema,
  status: Type.Enum(['pending', 'confirmed', 'failed'], {
    description: 'confirmed: final and in our tables',
  }),
  reason: Type.Optional(Type.String({ description: 'only with failed' })),
})
export type TransactionReportData = Static<typeof TransactionReportData>
