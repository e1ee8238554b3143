/** Tells the servers about transactions that were sent. A report is only a convenience. The registry says which call reports which transaction. */
import { REPORT_CALLS, type PoolKey, type ReportName } from '@galx/protocol/products'
import type { TransactionReportData } from '@galx/protocol/http/transactionReport'
import { ApiError, callServer } from './client.ts'

/** The server's node does not know the transaction, at least not yet. */
const TRANSACTION_UNKNOWN = 1201

/** The call that reports a stake in this pool; null if the registry has none. */
export function reportOfPool(pool: PoolKey): ReportName | null {
  const names = Object.keys(REPORT_CALLS) as ReportName[]
  return names.find((name) => REPORT_CALLS[name].pool === pool) ?? null
}

/**
 * Reports a transaction.
 * @param details additional data of some calls, such as the name of a new pass
 * @returns whether the server knows the transaction now
 * @throws ApiError for every other failure
 */
export async function reportTransaction(
  name: ReportName,
  txHash: string,
  details: { name?: string } = {},
): Promise<boolean> {
  try {
    await callServer<TransactionReportData>(REPORT_CALLS[name].server, 'POST', `/api/${name}`, {
      body: { txHash, ...details },
      background: true,
      expected: [TRANSACTION_UNKNOWN],
    })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === TRANSACTION_UNKNOWN) return false
    throw error
  }
}
