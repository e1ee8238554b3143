/**
 * Takes a sender's report of a transaction: checks it on the chain, stores it as pending, and answers with its state.
 * A report credits nothing. Only the indexer's finalised blocks credit.
 */
import type { Abi, Address, Hex } from 'viem'
import { pairAmountFor } from '@galx/protocol/formulas'
import type { TransactionReportData } from '@galx/protocol/http/transactionReport'
import type { ContractName, PoolKey } from '@galx/protocol/products'
import { secondsOf, type ApiContext } from '../../http/context.ts'
import { sessionOf, type Caller } from '../../http/route.ts'
import type { Queryable } from '../../platform/database/connection.ts'
import type { ChainReader, ChainTransaction } from '../../chain/chainReader.ts'
import { RefusalError } from '../../platform/http/refusal.ts'
import type { ReportedCall, ReportedContract } from '../../ledger/reportedCall.ts'
import { insertReport, markFailed, markIfIndexed, readReport } from './reports.ts'

/** One reporting call of the API, from the registry. */
export type ReportCall = {
  /** such as `galxStake` */
  name: string
  contract: ContractName
  /** reads the contract's calls */
  reader: ReportedContract
  /** the transaction must call one of these functions */
  functions: readonly string[]
  /** the pool, for a call of StakingPools */
  pool?: PoolKey
  /** the caller also gives the name that the transaction must carry */
  named?: true
}

/** The reason of a failed transaction when the chain gives none. */
const UNKNOWN_REASON = 'reverted'

/**
 * @param txHash lowercase
 * @param name the name of the pass that the transaction must mint; undefined for a call without a name
 * @throws RefusalError transactionUnknown, transactionForeign, transactionUnrelated, transactionOtherCall, transactionOtherPool,
 * transactionOtherName, tooManyRequests; ChainUnavailableError
 */
export async function reportTransaction(
  context: ApiContext,
  caller: Caller,
  call: ReportCall,
  txHash: Hex,
  name?: string,
): Promise<TransactionReportData> {
  const account = sessionOf(caller).address
  const chain = context.limits.chainFor(caller)
  const known = await readReport(context.readOwn, account, call.name, txHash)
  if (known?.indexed) return { txHash, status: 'confirmed' }
  if (known?.failedAt != null) return failed(txHash, known.failedReason)

  const transaction = await chain.transaction(txHash)
  if (transaction === null) throw new RefusalError('transactionUnknown', 'txHash')
  const reported = checkCall(context, account, call, transaction)
  if (name !== undefined && reported.name !== name) throw new RefusalError('transactionOtherName', 'name')
  if (known === null)
    await insertReport(
      context.write,
      account,
      call.name,
      {
        txHash,
        contract: call.contract,
        kind: reported.kind,
        pool: reported.pool,
        subject: reported.subject,
        amount: reported.amount,
        pairAmount: pairAmountOf(context, call.pool, reported.amount),
        nonce: transaction.nonce,
      },
      secondsOf(context),
    )
  return settle(context.write, chain, secondsOf(context), call.reader.abi, txHash, transaction)
}

/** @throws RefusalError that names the difference */
function checkCall(
  context: ApiContext,
  account: Address,
  call: ReportCall,
  transaction: ChainTransaction,
): ReportedCall {
  if (transaction.from !== account) throw new RefusalError('transactionForeign', 'txHash')
  const contract = context.deployment.contracts[call.contract].address
  if (transaction.to === null || transaction.to !== contract)
    throw new RefusalError('transactionUnrelated', 'txHash')
  const reported = call.reader.read(transaction.input)
  if (reported === null || !call.functions.includes(reported.functionName))
    throw new RefusalError('transactionOtherCall', 'txHash')
  if (call.pool !== undefined) {
    const wanted = context.deployment.pools[call.pool]
    if (wanted === undefined || reported.pool !== BigInt(wanted.id))
      throw new RefusalError('transactionOtherPool', 'txHash')
  }
  return reported
}

/**
 * The state of a reported transaction. A failure is stored; only the indexer confirms a success.
 * @param now unix seconds
 * @param abi for the names of the contract's errors
 */
export async function settle(
  sql: Queryable,
  chain: ChainReader,
  now: number,
  abi: Abi,
  txHash: Hex,
  transaction: ChainTransaction,
): Promise<TransactionReportData> {
  const receipt = await chain.receipt(txHash)
  if (receipt?.status === 'reverted') {
    const reason = (await chain.revertReason(transaction, receipt, abi, now)) ?? UNKNOWN_REASON
    await markFailed(sql, txHash, reason, now)
    return failed(txHash, reason)
  }
  if (receipt !== null && (await markIfIndexed(sql, txHash, Number(receipt.blockNumber))))
    return { txHash, status: 'confirmed' }
  return { txHash, status: 'pending' }
}

function failed(txHash: Hex, reason: string | null): TransactionReportData {
  return {
    txHash,
    status: 'failed',
    reason: reason ?? UNKNOWN_REASON,
  }
}

/** Wei of the pair token that go with `amount`; null in a pool without a pair token. */
function pairAmountOf(context: ApiContext, pool: PoolKey | undefined, amount: bigint | null): bigint | null {
  const configuration = pool === undefined ? undefined : context.deployment.pools[pool]
  if (!configuration?.pairToken || amount === null) return null
  return pairAmountFor(amount, BigInt(configuration.pairRatio))
}
