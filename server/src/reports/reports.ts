/** Transactions reported by their senders. Times are unix seconds, amounts wei. */
import type { Address, Hex } from 'viem'
import type { ActivityItem } from '@galx/protocol/http/activity'
import type { ContractName } from '@galx/protocol/products'
import type { Queryable } from '../platform/database/connection.ts'

export type ReportRow = {
  txHash: Hex
  contract: ContractName
  kind: ActivityItem['kind']
  /** StakingPools: the contract's pool id; null elsewhere */
  pool: bigint | null
  /** Levels: the level; NodePass: the pass; null elsewhere */
  subject: bigint | null
  /** null where the call does not say */
  amount: bigint | null
  pairAmount: bigint | null
  /** null in reports older than its column */
  nonce: number | null
  reportedAt: number
  failedAt: number | null
  failedReason: string | null
}

export type ReportState = ReportRow & { indexed: boolean }

/** A node forgets a transaction that waits this long, so nothing is "pending" after it. */
const PENDING_SECONDS = 3 * 3600
/** A failure is shown this long in the history. */
const FAILED_SECONDS = 24 * 3600
const SHOWN = 20

function COLUMNS(sql: Queryable) {
  return sql`
  r.tx_hash as "txHash", r.contract, r.kind, r.pool, r.subject, r.amount, r.pair_amount as "pairAmount", r.nonce,
  r.reported_at as "reportedAt", r.failed_at as "failedAt", r.failed_reason as "failedReason"`
}

/** Keeps the first report of a hash; a repeated one changes nothing. */
export async function insertReport(
  sql: Queryable,
  account: Address,
  call: string,
  report: Omit<ReportRow, 'reportedAt' | 'failedAt' | 'failedReason'>,
  now: number,
): Promise<void> {
  await sql`
    insert into galx.reports (tx_hash, account_id, call, contract, kind, pool, subject, amount, pair_amount, nonce, reported_at)
    select ${report.txHash}, a.id, ${call}, ${report.contract}, ${report.kind}::galx.activity_kind,
      ${report.pool?.toString() ?? null}::numeric, ${report.subject?.toString() ?? null}::numeric,
      ${report.amount?.toString() ?? null}::numeric, ${report.pairAmount?.toString() ?? null}::numeric,
      ${report.nonce}::bigint, ${now}
    from galx.accounts a where a.address = ${account}
    on conflict (tx_hash) do nothing`
}

/** What is known of an account's own report of a call; null before it is made. */
export async function readReport(
  sql: Queryable,
  account: Address,
  call: string,
  txHash: Hex,
): Promise<ReportState | null> {
  const [row] = await sql<ReportState[]>`
    select ${COLUMNS(sql)},
      exists (select 1 from galx.activity v where v.tx_hash = r.tx_hash) as indexed
    from galx.reports r join galx.accounts a on a.id = r.account_id
    where r.tx_hash = ${txHash} and a.address = ${account} and r.call = ${call}`
  return row ?? null
}

export async function isIndexed(sql: Queryable, txHash: Hex): Promise<boolean> {
  const rows = await sql`select 1 from galx.activity where tx_hash = ${txHash} limit 1`
  return rows.length === 1
}

export async function markFailed(sql: Queryable, txHash: Hex, reason: string, now: number): Promise<void> {
  await sql`
    update galx.reports set failed_at = ${now}, failed_reason = ${reason} where tx_hash = ${txHash} and failed_at is null`
}

/** Removes the report of a transaction that will never be mined. */
export async function removeReport(sql: Queryable, txHash: Hex): Promise<void> {
  await sql`delete from galx.reports where tx_hash = ${txHash} and failed_at is null`
}

/** Reported and not indexed: still waiting, or failed within a day; newest first, 20 at most. */
export async function listUnsettled(sql: Queryable, account: Address, now: number): Promise<ReportRow[]> {
  return sql<ReportRow[]>`
    select ${COLUMNS(sql)}
    from galx.reports r
    where r.account_id = (select id from galx.accounts where address = ${account})
      and r.reported_at > ${now - FAILED_SECONDS}
      and (r.failed_at is not null or r.reported_at > ${now - PENDING_SECONDS})
      and not exists (select 1 from galx.activity v where v.tx_hash = r.tx_hash)
    order by r.reported_at desc, r.tx_hash limit ${SHOWN}`
}
