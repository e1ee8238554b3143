/**
 * Open reports, looked up on the chain when their owner looks at them: a failed one is then known as failed even if the
 * app never reported it again, and one whose number another transaction has used up is forgotten: what was mined instead is
 * in the history by itself. The chain being away changes nothing: what was pending stays pending.
 */
import type { Address } from 'viem'
import type { ApiContext } from '../api/context.ts'
import { ChainUnavailable } from '../chain/chainReader.ts'
import { removeReport, type ReportRow } from './reports.ts'
import { settle } from './reportTransaction.ts'

/** Looked up at once; further ones wait for the next look. */
const LOOKUPS = 5

export async function refreshReports(
  context: ApiContext,
  account: Address,
  reports: ReportRow[],
): Promise<ReportRow[]> {
  const open = new Set(reports.filter(({ failedAt }) => failedAt === null).slice(0, LOOKUPS))
  const refreshed = await Promise.all(
    reports.map((report) => (open.has(report) ? refresh(context, account, report) : report)),
  )
  return refreshed.filter((report) => report !== null)
}

/** Null for a report that was forgotten. */
async function refresh(context: ApiContext, account: Address, report: ReportRow): Promise<ReportRow | null> {
  try {
    const transaction = await context.chain.transaction(report.txHash)
    if (transaction === null) {
      if (report.nonce === null || (await context.chain.transactionCount(account)) <= report.nonce)
        return report
      await removeReport(context.sql, report.txHash)
      return null
    }
    const { status, reason } = await settle(context, report.contract, report.txHash, transaction)
    if (status !== 'failed') return report
    return { ...report, failedAt: Math.floor(context.now() / 1000), failedReason: reason ?? null }
  } catch (error) {
    if (error instanceof ChainUnavailable) return report
    throw error
  }
}
