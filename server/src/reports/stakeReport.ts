/**
 * A stake that its sender reports: checked on the chain, remembered as pending, and answered with where it stands.
 * Nothing is credited from a report; only the indexer's finalised blocks are.
 */
import { decodeFunctionData, type Address, type Hex } from 'viem'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { pairAmountFor } from '@galx/protocol/formulas'
import type { TransactionReportData } from '@galx/protocol/http/transactionReport'
import type { PoolKey } from '@galx/protocol/products'
import type { ApiContext } from '../api/context.ts'
import type { ChainTransaction } from '../chain/chainReader.ts'
import { insertReport, isIndexed, markFailed, readReport } from './reports.ts'
import { Refusal } from '../platform/http/refusal.ts'

export type StakeCall = { pool: bigint; amount: bigint }

/** Said of a failed transaction of which the chain does not tell more. */
const UNKNOWN_REASON = 'reverted'

/** What a transaction's data asks of StakingPools; null unless it is `stake` or `stakeWithPermit`. */
export function decodeStake(input: Hex): StakeCall | null {
  try {
    const call = decodeFunctionData({ abi: stakingPoolsAbi, data: input })
    if (call.functionName !== 'stake' && call.functionName !== 'stakeWithPermit') return null
    return { pool: call.args[0], amount: call.args[1] }
  } catch {
    return null
  }
}

/**
 * @param call the API's call it was reported to, such as `galxStake`
 * @param pool the product that call is for
 * @param txHash lowercase
 * @throws Refusal transactionUnknown, transactionForeign, transactionUnrelated, transactionOtherCall, transactionOtherPool
 */
export async function reportStake(
  context: ApiContext,
  account: Address,
  call: string,
  pool: PoolKey,
  txHash: Hex,
): Promise<TransactionReportData> {
  const known = await readReport(context.sql, account, call, txHash)
  if (known?.indexed) return { txHash, status: 'confirmed' }
  if (known?.failedAt != null) return failed(txHash, known.failedReason)

  const transaction = await context.chain.transaction(txHash)
  if (transaction === null) throw new Refusal('transactionUnknown', 'txHash')
  const stake = checkStake(context, account, pool, transaction)
  if (known === null)
    await insertReport(
      context.sql,
      account,
      call,
      {
        txHash,
        pool: stake.pool,
        amount: stake.amount,
        pairAmount: pairAmountOf(context, pool, stake.amount),
        nonce: transaction.nonce,
      },
      Math.floor(context.now() / 1000),
    )
  return settle(context, txHash, transaction)
}

/** @throws Refusal naming what the transaction is instead */
function checkStake(
  context: ApiContext,
  account: Address,
  pool: PoolKey,
  transaction: ChainTransaction,
): StakeCall {
  if (transaction.from !== account) throw new Refusal('transactionForeign', 'txHash')
  const contract = context.deployment.contracts.StakingPools.address
  if (transaction.to === null || transaction.to !== contract)
    throw new Refusal('transactionUnrelated', 'txHash')
  const stake = decodeStake(transaction.input)
  if (stake === null) throw new Refusal('transactionOtherCall', 'txHash')
  const wanted = context.deployment.pools[pool]
  if (wanted === undefined || stake.pool !== BigInt(wanted.id))
    throw new Refusal('transactionOtherPool', 'txHash')
  return stake
}

/** Where a reported transaction stands; a failure is remembered, a success is the indexer's to confirm. */
export async function settle(
  context: ApiContext,
  txHash: Hex,
  transaction: ChainTransaction,
): Promise<TransactionReportData> {
  const receipt = await context.chain.receipt(txHash)
  if (receipt?.status === 'reverted') {
    const reason = (await context.chain.revertReason(transaction, receipt, stakingPoolsAbi)) ?? UNKNOWN_REASON
    await markFailed(context.sql, txHash, reason, Math.floor(context.now() / 1000))
    return failed(txHash, reason)
  }
  if (receipt !== null && (await isIndexed(context.sql, txHash))) return { txHash, status: 'confirmed' }
  return { txHash, status: 'pending' }
}

const failed = (txHash: Hex, reason: string | null): TransactionReportData => ({
  txHash,
  status: 'failed',
  reason: reason ?? UNKNOWN_REASON,
})

/** Wei of the pair token that go with `amount`; null in a pool without one. */
function pairAmountOf(context: ApiContext, pool: PoolKey, amount: bigint): bigint | null {
  const configuration = context.deployment.pools[pool]
  if (!configuration?.pairToken) return null
  return pairAmountFor(amount, BigInt(configuration.pairRatio))
}
