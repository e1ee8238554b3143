/** Payments to AaaFund, and the distributions of AaaFund. Amounts are wei of AAA, times are unix seconds. */
import type { Hex } from 'viem'
import type { Queryable } from '../../platform/database/connection.ts'

export type FundFlow = {
  block: number
  logIndex: number
  kind: 'inflow' | 'distribution'
  amount: bigint
  txHash: string
  at: number
}

/** Writes flows, and adds them to the totals. */
export async function insertFlows(sql: Queryable, flows: readonly FundFlow[]): Promise<void> {
  if (flows.length === 0) return
  await sql`
    insert into galx.fund_flows (block_number, log_index, kind, amount, tx_hash, at)
    select * from unnest(
      ${flows.map(({ block }) => block)}::bigint[],
      ${flows.map(({ logIndex }) => logIndex)}::integer[],
      ${flows.map(({ kind }) => kind)}::text[],
      ${flows.map(({ amount }) => amount.toString())}::numeric[],
      ${flows.map(({ txHash }) => txHash)}::bytea[],
      ${flows.map(({ at }) => at)}::bigint[])`
  await sql`
    insert into galx.fund_totals as total (kind, flows, amount)
    select kind, count(*), sum(amount) from unnest(
      ${flows.map(({ kind }) => kind)}::text[],
      ${flows.map(({ amount }) => amount.toString())}::numeric[]) as flow (kind, amount)
    group by kind
    on conflict (kind) do update
      set flows = total.flows + excluded.flows, amount = total.amount + excluded.amount`
}

export type FundFlowRow = {
  blockNumber: number
  logIndex: number
  kind: FundFlow['kind']
  amount: bigint
  txHash: Hex
  at: number
}

/** Newest first. @param before the last row of the previous page */
export function listFlows(
  sql: Queryable,
  before: { blockNumber: number; logIndex: number },
  limit: number,
): Promise<FundFlowRow[]> {
  return sql<FundFlowRow[]>`
    select block_number as "blockNumber", log_index as "logIndex", kind, amount, tx_hash as "txHash", at
    from galx.fund_flows where (block_number, log_index) < (${before.blockNumber}, ${before.logIndex})
    order by block_number desc, log_index desc limit ${limit}`
}

export type FundTotals = {
  flows: number
  /** sums of all time, by kind */
  inflow: bigint
  distribution: bigint
}

/** The number of flows, and their sums. */
export async function readTotals(sql: Queryable): Promise<FundTotals> {
  const rows = await sql<{ kind: FundFlow['kind']; flows: number; amount: bigint }[]>`
    select kind, flows, amount from galx.fund_totals`
  const amountOf = (kind: FundFlow['kind']) => rows.find((row) => row.kind === kind)?.amount ?? 0n
  return {
    flows: rows.reduce((sum, { flows }) => sum + flows, 0),
    inflow: amountOf('inflow'),
    distribution: amountOf('distribution'),
  }
}
