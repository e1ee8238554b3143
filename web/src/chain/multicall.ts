/** Many reads in one eth_call, all at one block. */
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import type { Abi } from 'viem'
import type { HexString } from '@galx/protocol/webConfig'
import { currentConfig } from '../config/configStore.ts'
import { multicall3Abi } from './abis.ts'
import { readRpc } from './rpc.ts'

export interface Read<T> {
  target: HexString
  data: HexString
  /** @throws when the answer is not what the function returns (no such contract, another kind of contract) */
  decode(result: HexString): T
}

/** A read of one view function. `T` is what it returns, as viem decodes it. */
export function read<T>(
  target: HexString,
  abi: Abi,
  functionName: string,
  args: readonly unknown[] = [],
): Read<T> {
  return {
    target,
    data: encodeFunctionData({ abi, functionName, args }),
    decode: (result) => decodeFunctionResult({ abi, functionName, args, data: result }) as T,
  }
}

export type ReadResult<T> = { ok: true; value: T } | { ok: false; reason: string }

/**
 * Runs the reads through Multicall3; one that fails does not hurt the others.
 * @throws when the call as a whole fails (see readRpc)
 */
export async function multicall<const Reads extends readonly Read<unknown>[]>(
  reads: Reads,
): Promise<{ [Key in keyof Reads]: Reads[Key] extends Read<infer T> ? ReadResult<T> : never }> {
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [reads.map(({ target, data: callData }) => ({ target, allowFailure: true, callData }))],
  })
  const answer = (await readRpc('eth_call', [
    { to: currentConfig().contracts.multicall3, data },
    'latest',
  ])) as HexString
  const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer })
  return reads.map((item, index): ReadResult<unknown> => {
    const result = results[index]
    if (result?.success !== true) return { ok: false, reason: 'the contract refused the call' }
    try {
      return { ok: true, value: item.decode(result.returnData) }
    } catch {
      return { ok: false, reason: 'the contract gave no readable answer' }
    }
  }) as never
}
