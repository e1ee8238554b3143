/**
 * Open reports, looked up on the chain when their owner looks at them: a failed one is then known as failed even if the
 * app never reported it again. The chain being away changes nothing: what was pending stays pending.
 */
import type { ApiContext } from '../api/context.ts'
import { ChainUnavailable } from '../api/chainReader.ts'
import type { ReportRow } from '../database/reports.ts'
import { settle } from './stakeReport.ts'

/** Looked up at once; further ones wait for the next look. */
const LOOKUPS = 5

export async function refreshReports(context: ApiContext, reports: ReportRow[]): Promise<ReportRow[]> {
  const open = new Set(reports.filter(({ failedAt }) => failedAt === null).slice(0, LOOKUPS))
  return Promise.all(reports.map((report) => (open.has(report) ? refresh(context, report) : report)))
}

async function refresh(context: ApiContext, report: ReportRow): Promise<ReportRow> {
  try {
    const transaction = await context.chain.transaction(report.txHash)
    if (transaction === null) return report
    const { status, reason } = await settle(context, report.txHash, transaction)
    if (status !== 'failed') return report
    return { ...report, failedAt: Math.floor(context.now() / 1000), failedReason: reason ?? null }
  } catch (error) {
    if (error instanceof ChainUnavailable) return report
    throw error
  }
}
