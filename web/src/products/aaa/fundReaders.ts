/** Reads of AaaFund. */
import { aaaFundAbi } from '@galx/protocol/abi/AaaFund'
import { stakingPoolsViewsAbi } from '@galx/protocol/abi/StakingPoolsViews'
import type { HexString } from '@galx/protocol/webConfig'
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import { erc20Abi, multicall3Abi } from '../../core/chain/abis.ts'
import type { ReadContext, Reader } from '../../core/chain/chainRead.ts'
import { askNodes, RpcError } from '../../core/chain/rpc.ts'
import type { Problem } from '../../core/transactions/problem.ts'

/** What a pool streams: wei of its reward token a second, until a time in unix seconds. */
export type Streaming = {
  totalWeight: bigint
  rewardRate: bigint
  rewardEnd: number
}

/** What `distribute()` would do now, run on the chain's present state without being sent. */
export type Distribution =
  | { possible: true; before: Streaming; after: Streaming }
  /** why it would not work */
  | { possible: false; problem: Problem }

export type FundState = {
  /** wei of AAA that wait in the fund */
  waiting: bigint
  /** null where nothing waits */
  distribution: Distribution | null
}

export const readFund: Reader<FundState> = async (context) => {
  const { config, read } = context
  const fund = config.contracts.AaaFund
  const [waiting, pool] = await Promise.all([
    read(config.tokens.AAA.address, erc20Abi, 'balanceOf', [fund]),
    read(fund, aaaFundAbi, 'pool', []),
  ])
  return { waiting, distribution: waiting === 0n ? null : await simulate(context, pool) }
}

/**
 * Asks the node to run `distribute()` between two readings of its pool. By itself, not in the batch of all reads: what it
 * changes would be seen by the reads after it.
 */
async function simulate(
  { config: { contracts }, block, record }: ReadContext,
  pool: bigint,
): Promise<Distribution> {
  const abi = stakingPoolsViewsAbi
  const state = {
    target: contracts.StakingPools,
    allowFailure: false,
    callData: encodeFunctionData({ abi, functionName: 'poolState', args: [pool] }),
  }
  const distribute = {
    target: contracts.AaaFund,
    allowFailure: true,
    callData: encodeFunctionData({ abi: aaaFundAbi, functionName: 'distribute' }),
  }
  const call = { abi: multicall3Abi, functionName: 'aggregate3', args: [[state, distribute, state]] } as const
  const transaction = { to: contracts.Multicall3, data: encodeFunctionData(call) }
  const { answer, from } = await askNodes('eth_call', [transaction, await block()])
  const returnData = answer as HexString
  record({
    shown: { target: contracts.AaaFund, abi: aaaFundAbi, functionName: 'distribute', args: [] },
    transaction,
    from,
    success: true,
    returnData,
  })
  const [before, done, after] = decodeFunctionResult({ ...call, data: returnData })
  if (before === undefined || done === undefined || after === undefined)
    throw new Error('the node has run fewer calls than it was given')
  if (!done.success) {
    // The words for a contract's refusal come with the transaction machine.
    const { revertOf } = await import('../../core/transactions/simulate.ts')
    return { possible: false, problem: revertOf(new RpcError('', 3, done.returnData)) }
  }
  const decode = (result: HexString): Streaming => {
    const read = decodeFunctionResult({ abi, functionName: 'poolState', data: result })
    return { totalWeight: read.totalWeight, rewardRate: read.rewardRate, rewardEnd: seconds(read.rewardEnd) }
  }
  return { possible: true, before: decode(before.returnData), after: decode(after.returnData) }
}

/** A time of the chain; every one the contracts accept fits a number exactly. */
function seconds(time: bigint): number {
  return Number(time)
}
