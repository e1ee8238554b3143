/** The calls of the btc API. They report transactions the wallet has sent: a convenience, never a condition. */
import type { TransactionReportData } from '@galx/protocol/http/transactionReport'
import { ApiError } from './apiError.ts'
import { callServer } from './client.ts'

/** The server's node does not know the transaction, or not yet. */
const TRANSACTION_UNKNOWN = 1201

/** @returns whether the server knows the transaction now. @throws ApiError for every other reason */
const report =
  (path: string) =>
  async (txHash: string): Promise<boolean> => {
    try {
      await callServer<TransactionReportData>('btc', 'POST', path, {
        body: { txHash },
        background: true,
        expected: [TRANSACTION_UNKNOWN],
      })
      return true
    } catch (error) {
      if (error instanceof ApiError && error.code === TRANSACTION_UNKNOWN) return false
      throw error
    }
  }

export const reportGalxStake = report('/api/galxStake')
export const reportGalxMcmStake = report('/api/galxMcmStake')
