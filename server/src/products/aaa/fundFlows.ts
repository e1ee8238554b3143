/** What came into AaaFund and what it distributed. Amounts are wei of AAA, times unix seconds. */
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
}

export type FundFlowRow = {
  blockNumber: number
  logIndex: number
  kind: FundFlow['kind']
  amount: bigint
  txHash: Hex
  at: number
}

/** Newest first. @param before where the page before ended */
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

export async function countFlows(sql: Queryable): Promise<number> {
  const [row] = await sql<{ total: number }[]>`select count(*) as total from galx.fund_flows`
  return row?.total ?? 0
}
