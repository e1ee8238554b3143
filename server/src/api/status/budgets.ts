/** The time until the funded rewards of each pool, each program and the vault end. One request reads them from a node. */
import {
  decodeFunctionResult,
  encodeFunctionData,
  multicall3Abi,
  type Abi,
  type Address,
  type Hex,
} from 'viem'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import { ChainUnavailableError } from '../../chain/chainReader.ts'
import type { Nodes } from '../../chain/rpc/nodes.ts'

export type Budget = {
  kind: 'pool' | 'program' | 'vault'
  /** its key in the registry */
  name: string
  /** seconds from the newest block until the rewards end without further funding, 0 or more. While nothing streams, the end moves later */
  runway: number
}

type Call = { target: Address; abi: Abi; functionName: string; args: readonly unknown[] }
type Result = { success: boolean; returnData: Hex }

/** The size of the largest answer, which has some words for each pool and program. */
const ANSWER_BYTES = 256 * 1024

/** @throws ChainUnavailableError, also if the answer lacks a program; NodeFaultError if no node answers in time */
export async function readBudgets(nodes: Nodes, deployment: Deployment): Promise<Budget[]> {
  const { contracts, pools, programs } = deployment
  const call = (
    name: keyof typeof contracts,
    abi: Abi,
    functionName: string,
    args: unknown[] = [],
  ): Call => ({
    target: contracts[name]!.address as Address,
    abi,
    functionName,
    args,
  })
  const named = Object.entries(pools)
  const calls = [
    call('Multicall3', multicall3Abi, 'getCurrentBlockTimestamp'),
    call('RewardVouchers', rewardVouchersAbi, 'programs'),
    call('ZnVault', znVaultAbi, 'vaultState'),
    ...named.map(([, { id }]) => call('StakingPools', stakingPoolsAbi, 'poolState', [BigInt(id)])),
  ]
  const [time, programList, vault, ...states] = await aggregate(nodes, contracts.Multicall3.address, calls)
  const now = time as bigint
  const runwayOf = (end: bigint) => (end <= now ? 0 : Number(end - now))
  const ends = new Map(
    (programList as { id: bigint; fundedUntil: bigint }[]).map(({ id, fundedUntil }) => [id, fundedUntil]),
  )
  const endOf = (name: string, id: string): bigint => {
    const end = ends.get(BigInt(id))
    if (end === undefined) throw new ChainUnavailableError(`the node lists no program ${name}`)
    return end
  }
  return [
    ...named.map(([name], index) => ({
      kind: 'pool' as const,
      name,
      runway: runwayOf((states[index] as { rewardEnd: bigint }).rewardEnd),
    })),
    ...Object.entries(programs).map(([name, { id }]) => ({
      kind: 'program' as const,
      name,
      runway: runwayOf(endOf(name, id)),
    })),
    { kind: 'vault' as const, name: 'zn', runway: runwayOf((vault as { rewardEnd: bigint }).rewardEnd) },
  ]
}

/** Makes all calls at one block. @throws ChainUnavailableError if one call fails: a part of the budgets would mislead */
async function aggregate(nodes: Nodes, multicall3: string, calls: readonly Call[]): Promise<unknown[]> {
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [
      calls.map(({ target, abi, functionName, args }) => ({
        target,
        allowFailure: true,
        callData: encodeFunctionData({ abi, functionName, args }),
      })),
    ],
  })
  const answer = await nodes.ask({
    method: 'eth_call',
    params: [{ to: multicall3, data }, 'latest'],
    maximumBytes: ANSWER_BYTES,
  })
  if ('error' in answer) throw new ChainUnavailableError(answer.error.message)
  const results = decodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    data: answer.result as Hex,
  }) as readonly Result[]
  return calls.map(({ abi, functionName }, index) => {
    const { success, returnData } = results[index]!
    if (!success) throw new ChainUnavailableError(`${functionName} reverts`)
    return decodeFunctionResult({ abi, functionName, data: returnData })
  })
}
