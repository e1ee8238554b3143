/** Many reads in one eth_call, all at one block. */
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import type { Abi, ContractFunctionArgs, ContractFunctionName, ContractFunctionReturnType } from 'viem'
import type { HexString } from '@galx/protocol/webConfig'
import { currentConfig } from '../config/configStore.ts'
import { multicall3Abi } from './abis.ts'
import type { AnsweredBatch, AnsweredCall } from './answered.ts'
import { askNodes } from './rpc.ts'

type View = 'view' | 'pure'

type ReadResult<T> = { ok: true; value: T } | { ok: false; reason: string }

/** Returns the result of a read. @throws Error before the batch has run */
export type Answer<T> = () => ReadResult<T>

export type Batch = {
  /** Adds a read of a view function. The ABI gives the type of the result. */
  read<
    const Contract extends Abi,
    Name extends ContractFunctionName<Contract, View>,
    Args extends ContractFunctionArgs<Contract, View, Name> & readonly unknown[],
  >(
    target: HexString,
    abi: Contract,
    functionName: Name,
    args: Args,
  ): Answer<ContractFunctionReturnType<Contract, View, Name, Args>>
  /**
   * Runs the reads through Multicall3. A failed read does not fail the other reads.
   * @returns the calls with the bytes of each answer, and the node that answered
   * @throws if the call as a whole fails (see readRpc)
   */
  run(block?: string): Promise<AnsweredBatch>
}

export function createBatch(): Batch {
  const reads: Omit<AnsweredCall, 'success' | 'returnData'>[] = []
  let results: readonly ReadResult<unknown>[] | null = null

  return {
    read<T>(target: HexString, abi: Abi, functionName: string, args: readonly unknown[]): Answer<T> {
      const place = reads.push({
        target,
        abi,
        functionName,
        args,
        callData: encodeFunctionData({ abi, functionName, args }),
      })
      return () => {
        if (results === null) throw new Error(`${functionName} has not been read yet`)
        return results[place - 1] as ReadResult<T>
      }
    },
    async run(block = 'latest') {
      const calls = reads.map(({ target, callData }) => ({ target, allowFailure: true, callData }))
      const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
      const to = currentConfig().contracts.Multicall3
      // A node that has not reached the contract's deployment yet answers with no bytes.
      const hasBytes = (answer: unknown) => typeof answer === 'string' && answer.length > 2
      const { answer, from } = await askNodes('eth_call', [{ to, data }, block], hasBytes)
      const returned = decodeFunctionResult({
        abi: multicall3Abi,
        functionName: 'aggregate3',
        data: answer as HexString,
      })
      const answered = reads.map((read, index) => ({
        ...read,
        ...(returned[index] ?? { success: false, returnData: '0x' as const }),
      }))
      results = answered.map(({ success, returnData, ...read }): ReadResult<unknown> => {
        if (!success) return { ok: false, reason: 'the contract refused the call' }
        try {
          return { ok: true, value: decodeFunctionResult({ ...read, data: returnData }) }
        } catch {
          return { ok: false, reason: 'the contract gave no readable answer' }
        }
      })
      return { from, calls: answered }
    },
  }
}
