/** The calls of the btc API. They report transactions the wallet has sent: a convenience, never a condition. */
import type { TransactionReportData } from '@galx/protocol/http/transactionReport'
import { callServer } from './client.ts'

const report = (path: string) => (txHash: string) =>
  callServer<TransactionReportData>('btc', 'POST', path, { body: { txHash }, background: true })

export const reportGalxStake = report('/api/galxStake')
export const reportGalxMcmStake = report('/api/galxMcmStake')
