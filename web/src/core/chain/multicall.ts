/** Many reads in one eth_call, all at one block. */
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import type { Abi, ContractFunctionArgs, ContractFunctionName, ContractFunctionReturnType } from 'viem'
import type { HexString } from '@galx/protocol/webConfig'
import { currentConfig } from '../config/configStore.ts'
import { multicall3Abi } from './abis.ts'
import { readRpc } from './rpc.ts'

type View = 'view' | 'pure'

type ReadResult<T> = { ok: true; value: T } | { ok: false; reason: string }

/** What a read has given. @throws when asked before the batch has run */
export type Answer<T> = () => ReadResult<T>

export type Batch = {
  /** One more read of a view function, of the kind its ABI says. */
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
   * Runs the reads through Multicall3; one that fails does not hurt the others.
   * @throws when the call as a whole fails (see readRpc)
   */
  run(): Promise<void>
}

export function createBatch(): Batch {
  const reads: { target: HexString; data: HexString; decode(result: HexString): unknown }[] = []
  let results: readonly ReadResult<unknown>[] | null = null

  return {
    read<T>(target: HexString, abi: Abi, functionName: string, args: readonly unknown[]): Answer<T> {
      const place = reads.push({
        target,
        data: encodeFunctionData({ abi, functionName, args }),
        decode: (result) => decodeFunctionResult({ abi, functionName, args, data: result }),
      })
      return () => {
        if (results === null) throw new Error(`${functionName} has not been read yet`)
        return results[place - 1] as ReadResult<T>
      }
    },
    async run() {
      const calls = reads.map(({ target, data }) => ({ target, allowFailure: true, callData: data }))
      const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
      const to = currentConfig().contracts.Multicall3
      // A node that has not got the contract's block yet answers with no bytes.
      const hasBytes = (answer: unknown) => typeof answer === 'string' && answer.length > 2
      const answer = (await readRpc('eth_call', [{ to, data }, 'latest'], hasBytes)) as HexString
      const returned = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer })
      results = reads.map(({ decode }, index): ReadResult<unknown> => {
        const result = returned[index]
        if (result?.success !== true) return { ok: false, reason: 'the contract refused the call' }
        try {
          return { ok: true, value: decode(result.returnData) }
        } catch {
          return { ok: false, reason: 'the contract gave no readable answer' }
        }
      })
    },
  }
}
