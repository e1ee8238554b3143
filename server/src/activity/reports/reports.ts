/** Transactions reported by their senders. Times are unix seconds, amounts wei. */
import type { Address, Hex } from 'viem'
import type { ActivityItem } from '@galx/protocol/http/activity'
import type { ContractName } from '@galx/protocol/products'
import type { Queryable } from '../../platform/database/connection.ts'

export type ReportRow = {
  txHash: Hex
  contract: ContractName
  kind: ActivityItem['kind']
  /** StakingPools: the contract's pool id; null elsewhere */
  pool: bigint | null
  /** Levels: the level; NodePass: the pass; null elsewhere */
  subject: bigint | null
  /** null if the call has no amount */
  amount: bigint | null
  pairAmount: bigint | null
  /** null in reports from before the column existed */
  nonce: number | null
  reportedAt: number
  failedAt: number | null
  failedReason: string | null
}

export type ReportState = ReportRow & { indexed: boolean }

/** A node forgets a transaction that waits this long, so no report is "pending" after this time. */
const PENDING_SECONDS = 3 * 3600
/** Seconds from a report to the worker's first look. Each later look comes after half the report's age. */
const FIRST_LOOK_SECONDS = 2
/**
 * Seconds for which a failure may still be corrected. One node reported the failure, perhaps from a block that is not final. If the indexer
 * finds the transaction within this time, the history counts instead. The indexer reads final blocks long before this time has passed.
 */
const DOUBTED_SECONDS = 600
/** The history shows a failure for this long. */
const FAILED_SECONDS = 24 * 3600
const SHOWN = 20

function COLUMNS(sql: Queryable) {
  return sql`
  r.tx_hash as "txHash", r.contract, r.kind, r.pool, r.subject, r.amount, r.pair_amount as "pairAmount", r.nonce,
  r.reported_at as "reportedAt", r.failed_at as "failedAt", r.failed_reason as "failedReason"`
}

/** The number of open reports that one account may have. An open report names a transaction that the account has sent and that is in no block yet. */
const OPEN_REPORTS = 50

/**
 * Keeps the first report of a hash. A repeated report changes nothing. If the account has OPEN_REPORTS open reports, another report
 * changes nothing either: the transaction appears when it is indexed.
 */
export async function insertReport(
  sql: Queryable,
  account: Address,
  call: string,
  report: Omit<ReportRow, 'reportedAt' | 'failedAt' | 'failedReason'>,
  now: number,
): Promise<void> {
  await sql`
    with account as (
      select a.id from galx.accounts a
      where a.address = ${account} and (
        select count(*) from galx.reports r join galx.open_reports o on o.tx_hash = r.tx_hash
        where r.account_id = a.id and r.failed_at is null and r.reported_at > ${now - PENDING_SECONDS}) < ${OPEN_REPORTS}
    ), report as (
      insert into galx.reports
        (tx_hash, account_id, call, contract, kind, pool, subject, amount, pair_amount, nonce, reported_at)
      select ${report.txHash}, account.id, ${call}, ${report.contract}, ${report.kind}::galx.activity_kind,
        ${report.pool?.toString() ?? null}::numeric, ${report.subject?.toString() ?? null}::numeric,
        ${report.amount?.toString() ?? null}::numeric, ${report.pairAmount?.toString() ?? null}::numeric,
        ${report.nonce}::bigint, ${now}
      from account
      on conflict (tx_hash) do nothing returning tx_hash, reported_at
    )
    insert into galx.open_reports (tx_hash, reported_at, next_look_at)
    select tx_hash, reported_at, reported_at + ${FIRST_LOOK_SECONDS} from report`
}

/** An account's own report of a call; null before the account has reported. */
export async function readReport(
  sql: Queryable,
  account: Address,
  call: string,
  txHash: Hex,
): Promise<ReportState | null> {
  const [row] = await sql<ReportState[]>`
    select ${COLUMNS(sql)}, r.indexed
    from galx.reports r join galx.accounts a on a.id = r.account_id
    where r.tx_hash = ${txHash} and a.address = ${account} and r.call = ${call}`
  return row ?? null
}

/** Marks the report if the transaction is in the history. @param block the transaction's block @returns whether the transaction is in the history */
export async function markIfIndexed(sql: Queryable, txHash: Hex, block: number): Promise<boolean> {
  const rows =
    await sql`select 1 from galx.activity where block_number = ${block} and tx_hash = ${txHash} limit 1`
  if (rows.length === 0) return false
  await sql`update galx.reports set indexed = true where tx_hash = ${txHash}`
  return true
}

/** The number of blocks that one call looks through. While old blocks are indexed, the worker follows in steps. */
const BLOCKS_AT_ONCE = 500

/**
 * Marks open reports whose transactions have been indexed since the last call. No node is asked. `markIfIndexed` marks a report that is
 * made later. Of several processes, one does the work and the others skip it.
 */
export async function markIndexed(sql: Queryable): Promise<void> {
  await sql`
    with standing as materialized (
      select coalesce(looked_block, number) as since,
        -- While nobody waits, blocks are passed over.
        case when exists (select from galx.open_reports)
          then least(number, coalesce(looked_block, number) + ${BLOCKS_AT_ONCE}::integer) else number end as until
      from galx.report_worker cross join galx.cursor where looked_block is distinct from number
      for update of report_worker skip locked
    ), moved as (
      update galx.report_worker set looked_block = until from standing
    ), indexed as materialized (
      select distinct tx_hash from galx.activity
      where block_number > (select since from standing) and block_number <= (select until from standing)
    )
    update galx.reports r set indexed = true
    from indexed join galx.open_reports o on o.tx_hash = indexed.tx_hash where r.tx_hash = o.tx_hash`
}

/** The report stays on the list, so that `markIndexed` finds it. No node is asked about the report any more. */
export async function markFailed(sql: Queryable, txHash: Hex, reason: string, now: number): Promise<void> {
  await sql`
    with failed as (
      update galx.reports set failed_at = ${now}, failed_reason = ${reason}
      where tx_hash = ${txHash} and failed_at is null returning tx_hash
    )
    update galx.open_reports o set next_look_at = ${now + DOUBTED_SECONDS} from failed where o.tx_hash = failed.tx_hash`
}

/** Removes the report of a transaction that will never be mined. */
export async function removeReport(sql: Queryable, txHash: Hex): Promise<void> {
  await sql`delete from galx.reports where tx_hash = ${txHash} and failed_at is null`
}

export type OpenReport = Pick<ReportRow, 'txHash' | 'contract' | 'nonce' | 'reportedAt'> & {
  account: Address
}

/**
 * Takes the reports that are due for a look, the longest due first. If several processes call this function within `every` milliseconds, only
 * the first gets reports. Settled reports and reports that no node remembers any more leave the list. Without due reports, nothing changes.
 */
export async function takeDueReports(
  sql: Queryable,
  now: number,
  turn: { every: number; most: number },
): Promise<OpenReport[]> {
  const rows = await sql<(OpenReport & { failed: boolean; over: boolean })[]>`
    with due as (
      select tx_hash from galx.open_reports where next_look_at <= ${now}
      order by next_look_at limit ${turn.most} for update skip locked
    ), turn as (
      update galx.report_worker set looked_at = clock_timestamp()
      where exists (select from due) and (
        looked_at <= clock_timestamp() - ${turn.every}::integer * interval '1 ms'
        -- The database's clock was set back since the last look.
        or looked_at > clock_timestamp())
      returning only_row
    ), taken as (
      update galx.open_reports o
      set next_look_at = ${now}::bigint + greatest(${FIRST_LOOK_SECONDS}::bigint, (${now}::bigint - o.reported_at) / 2)
      from due, turn where o.tx_hash = due.tx_hash returning o.tx_hash
    )
    select r.tx_hash as "txHash", r.contract, r.nonce, r.reported_at as "reportedAt", a.address as account,
      r.failed_at is not null as failed,
      coalesce(r.failed_at <= ${now - DOUBTED_SECONDS}, r.reported_at <= ${now - PENDING_SECONDS}) or r.indexed as over
    from taken join galx.reports r on r.tx_hash = taken.tx_hash join galx.accounts a on a.id = r.account_id`
  const over = rows.filter((row) => row.over).map(({ txHash }) => txHash)
  if (over.length > 0) await sql`delete from galx.open_reports where tx_hash = any(${over}::bytea[])`
  return rows.filter(({ failed, over }) => !failed && !over)
}

/** Reports that are not indexed: still pending, or failed within a day. Newest first, at most 20. */
export async function listUnsettled(sql: Queryable, account: Address, now: number): Promise<ReportRow[]> {
  return sql<ReportRow[]>`
    select ${COLUMNS(sql)}
    from galx.reports r
    where r.account_id = (select id from galx.accounts where address = ${account})
      and r.reported_at > ${now - FAILED_SECONDS}
      and (r.failed_at is not null or r.reported_at > ${now - PENDING_SECONDS})
      and not r.indexed
    order by r.reported_at desc, r.tx_hash limit ${SHOWN}`
}
