/** Several calls of one account in one simulated call of a node: each call finds what the calls before it have changed. */
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import { multicall3Abi } from '../chain/abis.ts'
import { NodeRefusedError, readRpc, RpcError } from '../chain/rpc.ts'
import type { Calldata } from './calls/callFile.ts'
import type { Problem } from './problem.ts'
import { problemOf, revertOf } from './simulate.ts'

export type Together =
  /** the calls' answers, in order */
  | { kind: 'done'; answers: HexString[] }
  /** `problem`: of the first call that fails */
  | { kind: 'reverted'; problem: Problem }
  /** the nodes refuse the simulation, for example because they know no code overrides: nothing is known */
  | { kind: 'unsupported' }

const aggregate3ValueAbi = [
  {
    type: 'function',
    name: 'aggregate3Value',
    stateMutability: 'payable',
    inputs: [
      {
        type: 'tuple[]',
        name: 'calls',
        components: [
          { type: 'address', name: 'target' },
          { type: 'bool', name: 'allowFailure' },
          { type: 'uint256', name: 'value' },
          { type: 'bytes', name: 'callData' },
        ],
      },
    ],
    outputs: multicall3Abi[0].outputs,
  },
] as const

/** Code at an address does not change, so it is read once. */
let code: { of: string; bytes: Promise<HexString> } | undefined

function multicallCode({ genesisHash, contracts }: WebConfig): Promise<HexString> {
  const of = `${genesisHash}/${contracts.Multicall3}`
  if (code?.of !== of) {
    const bytes = readRpc('eth_getCode', [contracts.Multicall3, 'latest']) as Promise<HexString>
    bytes.catch(() => (code = undefined))
    code = { of, bytes }
  }
  return code.bytes
}

/**
 * Runs the calls as the account itself. For this one call the account has Multicall3's code (a state override), so that no signature is needed.
 * @param block the state on which the calls run
 * @throws ChainUnreachableError
 */
export async function simulateTogether(
  account: HexString,
  calls: readonly Calldata[],
  config: WebConfig,
  block = 'latest',
): Promise<Together> {
  const bytes = await multicallCode(config)
  // Multicall3 hides the reason of a failure that it does not allow.
  const made = calls.map(({ to, data, value = 0n }) => ({
    target: to,
    allowFailure: true,
    value,
    callData: data,
  }))
  const data = encodeFunctionData({ abi: aggregate3ValueAbi, functionName: 'aggregate3Value', args: [made] })
  const value = `0x${made.reduce((sum, one) => sum + one.value, 0n).toString(16)}`
  try {
    const answer = (await readRpc('eth_call', [
      { from: account, to: account, data, value },
      block,
      { [account]: { code: bytes } },
    ])) as HexString
    if (answer === '0x') return { kind: 'unsupported' }
    const results = decodeFunctionResult({
      abi: aggregate3ValueAbi,
      functionName: 'aggregate3Value',
      data: answer,
    })
    const failed = results.find(({ success }) => !success)
    if (failed !== undefined) return { kind: 'reverted', problem: problemOf(failed.returnData) }
    return { kind: 'done', answers: results.map(({ returnData }) => returnData) }
  } catch (error) {
    if (error instanceof RpcError) return { kind: 'reverted', problem: revertOf(error) }
    // Nodes refuse a state override with any code, or with none of their own. No refusal may prevent a call that the contract limits anyway.
    if (error instanceof NodeRefusedError) return { kind: 'unsupported' }
    throw error
  }
}
