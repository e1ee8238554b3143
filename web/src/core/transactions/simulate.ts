/** Trying a call on the chain before it is signed, and reading why it would not work. */
import { decodeErrorResult } from 'viem/utils'
import { gasLimitOf } from '@galx/protocol/transactionGas'
import type { HexString } from '@galx/protocol/webConfig'
import {
  type ChainUnreachableError,
  NodeRefusedError,
  readRpc,
  revertDataOf,
  RpcError,
} from '../chain/rpc.ts'
import type { Calldata } from './calls/callFile.ts'
import { ERRORS_ABI } from './calls/index.ts'
import type { Problem } from './problem.ts'

/**
 * Runs the call as `account` without sending it.
 * @returns null when it works, else why not
 */
export async function simulate(
  account: HexString,
  call: Calldata,
  block = 'latest',
): Promise<Problem | null> {
  try {
    await readRpc('eth_call', [requestOf(account, call), block])
    return null
  } catch (error) {
    return error instanceof RpcError ? revertOf(error) : unansweredProblem(error as Error)
  }
}

/** Of an error of `readRpc` that is no contract's word: no node answers, or those that do refuse. */
export function unansweredProblem(error: ChainUnreachableError): Problem {
  return error instanceof NodeRefusedError
    ? { code: 'nodeRefused', message: error.message }
    : { code: 'chainUnreachable' }
}

/** A call as nodes and wallets take it. */
export function requestOf(account: HexString, { to, data, value = 0n }: Calldata) {
  return { from: account, to, data, value: `0x${value.toString(16)}` } as const
}

/** A contract's refusal as a problem: its custom error with its values, or the node's words. */
export function revertOf(error: RpcError): Problem {
  const data = revertDataOf(error)
  if (data !== null) {
    try {
      const { errorName, args } = decodeErrorResult({ abi: ERRORS_ABI, data })
      const values = (args ?? []).map(String)
      return errorName === 'Error' || errorName === 'Panic'
        ? { code: 'reverted', error: null, values: [], reason: values[0] ?? null }
        : { code: 'reverted', error: errorName, values, reason: null }
    } catch {
      return { code: 'reverted', error: null, values: [], reason: data.slice(0, 10) }
    }
  }
  const reason = error.message.replace(/^execution reverted:? ?/i, '')
  return { code: 'reverted', error: null, values: [], reason: reason === '' ? null : reason }
}

const ALLOWANCE_ERRORS: readonly string[] = [
  'ERC20InsufficientAllowance',
  'InsufficientAllowance',
  'SafeERC20FailedOperation',
]

/** Whether a call that was tried may have failed for want of an allowance. */
export function lacksAllowance(problem: Problem): boolean {
  if (problem.code !== 'reverted') return false
  // BSC-USD and its like say it in words, and some tokens give no reason at all.
  return problem.error === null || ALLOWANCE_ERRORS.includes(problem.error)
}

export type GasEstimate = {
  /** units, with a quarter and at least MARGIN added: what the call costs may grow until it is mined; never above the chain's cap */
  gas: bigint
  /** wei of the native coin at today's price */
  fee: bigint
}

/** Gas units for what the estimate misses: a reward that is 0 when estimated is not paid then, but is paid one block later. */
const MARGIN = 60_000n

/** @throws RpcError when the call reverts, ChainUnreachableError when no node estimates it */
export async function estimateGas(account: HexString, call: Calldata): Promise<GasEstimate> {
  const [units, price] = (await Promise.all([
    readRpc('eth_estimateGas', [requestOf(account, call)]),
    readRpc('eth_gasPrice', []),
  ])) as [string, string]
  const gas = gasLimitOf(BigInt(units), MARGIN)
  return { gas, fee: gas * BigInt(price) }
}
