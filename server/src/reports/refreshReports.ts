/**
 * Open reports, looked up on the chain when their owner reads the history. A failed one is then shown as failed even if the
 * app never reported it again. One whose nonce another transaction has used is removed: the indexer finds what was mined
 * instead. While no node answers, what was pending stays pending.
 */
import type { Address } from 'viem'
import type { ApiContext } from '../api/context.ts'
import { ChainUnavailable } from '../chain/chainReader.ts'
import { removeReport, type ReportRow } from './reports.ts'
import { settle } from './reportTransaction.ts'

/** How many are looked up at once; further ones wait for the next request. */
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

/** Null for a report that was removed. */
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
