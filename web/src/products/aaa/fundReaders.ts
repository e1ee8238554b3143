/** Reads of AaaFund. */
import { aaaFundAbi } from '@galx/protocol/abi/AaaFund'
import { stakingPoolsViewsAbi } from '@galx/protocol/abi/StakingPoolsViews'
import type { HexString } from '@galx/protocol/webConfig'
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import { erc20Abi, multicall3Abi } from '../../core/chain/abis.ts'
import type { ReadContext, Reader } from '../../core/chain/chainRead.ts'
import { askNodes, RpcError } from '../../core/chain/rpc.ts'
import type { Problem } from '../../core/transactions/problem.ts'

/** A pool's stream: wei of its reward token per second, until a time in unix seconds. */
export type Streaming = {
  totalWeight: bigint
  rewardRate: bigint
  rewardEnd: number
}

/** The effect of `distribute()`, simulated on the chain's present state. */
export type Distribution =
  | { possible: true; before: Streaming; after: Streaming }
  /** the reason why the distribution would fail */
  | { possible: false; problem: Problem }

export type FundState = {
  /** wei of AAA that wait in the fund */
  waiting: bigint
  /** null if no tokens wait */
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
 * Simulates `distribute()` on the node between two readings of its pool. Sends a separate call: in the batch of all reads, later reads
 * would see the changes of the simulation.
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
    // The texts for a contract's refusal load with the transaction machine.
    const { revertOf } = await import('../../core/transactions/simulate.ts')
    return { possible: false, problem: revertOf(new RpcError('', 3, done.returnData)) }
  }
  const decode = (result: HexString): Streaming => {
    const read = decodeFunctionResult({ abi, functionName: 'poolState', data: result })
    return { totalWeight: read.totalWeight, rewardRate: read.rewardRate, rewardEnd: seconds(read.rewardEnd) }
  }
  return { possible: true, before: decode(before.returnData), after: decode(after.returnData) }
}

/** Converts a chain time to a number. The number is exact for each time that the contracts accept. */
function seconds(time: bigint): number {
  return Number(time)
}
