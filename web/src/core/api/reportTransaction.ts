/** Reporting transactions that the wallet has sent: a convenience, never a condition. Which call reports what: the registry. */
import { PRODUCTS, type PoolKey, type ReportName, type ServerName } from '@galx/protocol/products'
import type { TransactionReportData } from '@galx/protocol/http/transactionReport'
import { ApiError } from './apiError.ts'
import { callServer } from './client.ts'

/** The server's node does not know the transaction, or not yet. */
const TRANSACTION_UNKNOWN = 1201

interface Report {
  server: ServerName
  pool?: string
}

const REPORTS = Object.values(PRODUCTS).flatMap(({ reports }) => Object.entries<Report>(reports))

/** The call that reports a stake in this pool; null where the registry has none. */
export function reportOfPool(pool: PoolKey): ReportName | null {
  return (REPORTS.find(([, report]) => report.pool === pool)?.[0] as ReportName | undefined) ?? null
}

/**
 * Reports a transaction.
 * @returns whether the server knows the transaction now
 * @throws ApiError for every other reason
 */
export async function reportTransaction(name: ReportName, txHash: string): Promise<boolean> {
  const server = REPORTS.find(([call]) => call === name)?.[1].server
  if (server === undefined) throw new Error(`The registry has no report ${name}`)
  try {
    await callServer<TransactionReportData>(server, 'POST', `/api/${name}`, {
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
