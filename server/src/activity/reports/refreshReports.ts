/**
 * One worker looks up open reports on the chain. A failed transaction is then marked as failed even if the app never reports it again. A report
 * is removed if another transaction has used its nonce: the indexer adds the mined transaction to the history. Pending reports stay pending
 * while no node answers.
 *
 * Every process runs the worker, but only one process gets each turn. So the number of processes, accounts and reports does not raise the
 * number of requests to nodes: at most REPORTS_A_TURN reports are looked up in each TURN_MS.
 */
import type { ContractName } from '@galx/protocol/products'
import { createChainReader, ChainUnavailableError, type ChainReader } from '../../chain/chainReader.ts'
import type { Nodes } from '../../chain/rpc/nodes.ts'
import { DatabaseUnavailableError, TransactionConflictError } from '../../platform/database/faults.ts'
import type { Queryable } from '../../platform/database/connection.ts'
import { markIndexed, removeReport, takeDueReports, type OpenReport } from './reports.ts'
import type { ReportedContract } from '../../ledger/reportedCall.ts'
import { settle } from './reportTransaction.ts'

/** Milliseconds between two turns. */
export const TURN_MS = 2_000
/**
 * The number of reports that are looked up in a turn, which gives 120 a minute. Each report needs at most four requests (transaction, receipt, block
 * and reason of the failure), and one more request if a node does not find the transaction.
 */
export const REPORTS_A_TURN = 4

export type Refresher = {
  sql: Queryable
  nodes: Nodes
  /** the reader of a contract's calls */
  readerOf(contract: ContractName): ReportedContract
  /** milliseconds since 1970 */
  now(): number
  /** milliseconds; TURN_MS unless a test cannot wait */
  every?: number
  /** called with every error that the next turn cannot be expected to resolve */
  onFault(error: unknown): void
}

/** @returns a function that stops the worker after the current turn */
export function startRefreshing({
  sql,
  nodes,
  readerOf,
  now,
  every = TURN_MS,
  onFault,
}: Refresher): () => Promise<void> {
  const chain = createChainReader(nodes)
  let running: Promise<void> | null = null
  const turn = async () => {
    try {
      const seconds = Math.floor(now() / 1000)
      await markIndexed(sql)
      const due = await takeDueReports(sql, seconds, { every, most: REPORTS_A_TURN })
      await Promise.all(due.map((report) => refresh(sql, chain, readerOf, seconds, report)))
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError || error instanceof TransactionConflictError))
        onFault(error)
    }
  }
  const timer = setInterval(() => {
    running ??= turn().finally(() => (running = null))
  }, every)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Nodes behind one address differ by some blocks. For this long, one node may count a transaction that another node does not show yet. */
const LAG_SECONDS = 60

async function refresh(
  sql: Queryable,
  chain: ChainReader,
  readerOf: Refresher['readerOf'],
  now: number,
  { txHash, account, nonce, contract, reportedAt }: OpenReport,
): Promise<void> {
  try {
    const transaction = await chain.transaction(txHash)
    if (transaction !== null) await settle(sql, chain, now, readerOf(contract).abi, txHash, transaction)
    else if (
      nonce !== null &&
      now - reportedAt >= LAG_SECONDS &&
      (await chain.transactionCount(account)) > nonce &&
      // With a receipt, the reported transaction itself has used the nonce: it was mined between the two requests, or another node knows it.
      (await chain.receipt(txHash)) === null
    )
      await removeReport(sql, txHash)
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error
  }
}
