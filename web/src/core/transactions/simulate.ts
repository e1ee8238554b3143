/** Simulates a call on the chain before it is signed, and reads the reason of a failure. */
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
 * @returns null if the call succeeds, else the problem
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

/** The problem for an error of `readRpc` that does not come from a contract: no node answers, or the nodes refuse. */
export function unansweredProblem(error: ChainUnreachableError): Problem {
  return error instanceof NodeRefusedError
    ? { code: 'nodeRefused', message: error.message }
    : { code: 'chainUnreachable' }
}

/** A call in the format of nodes and wallets. */
export function requestOf(account: HexString, { to, data, value = 0n }: Calldata) {
  return { from: account, to, data, value: `0x${value.toString(16)}` } as const
}

/** A contract's refusal as a problem: the custom error with its values, or the node's words. */
export function revertOf(error: RpcError): Problem {
  const data = revertDataOf(error)
  if (data !== null) return problemOf(data)
  const reason = error.message.replace(/^execution reverted:? ?/i, '')
  return { code: 'reverted', error: null, values: [], reason: reason === '' ? null : reason }
}

/** The problem for the bytes with which a contract refuses a call. */
export function problemOf(data: HexString): Problem {
  if (data === '0x') return { code: 'reverted', error: null, values: [], reason: null }
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

const ALLOWANCE_ERRORS: readonly string[] = [
  'ERC20InsufficientAllowance',
  'InsufficientAllowance',
  'SafeERC20FailedOperation',
]

/** Whether a simulated call may have failed because an allowance is missing. */
export function lacksAllowance(problem: Problem): boolean {
  if (problem.code !== 'reverted') return false
  // BSC-USD and similar tokens give a text, and some tokens give no reason at all.
  return problem.error === null || ALLOWANCE_ERRORS.includes(problem.error)
}

export type GasEstimate = {
  /** a quarter and at least MARGIN above the estimate, because the cost may grow until the call is mined; never above the chain's cap */
  gas: bigint
  /** wei of the native coin at the present gas price */
  fee: bigint
}

/** Gas units that an estimate can miss: an estimate with a reward of 0 has no payment, but one block later there is a reward to pay. */
const MARGIN = 60_000n

/** @throws RpcError if the call reverts, ChainUnreachableError if no node estimates it */
export async function estimateGas(account: HexString, call: Calldata): Promise<GasEstimate> {
  const [units, price] = (await Promise.all([
    readRpc('eth_estimateGas', [requestOf(account, call)]),
    readRpc('eth_gasPrice', []),
  ])) as [string, string]
  const gas = gasLimitOf(BigInt(units), MARGIN)
  return { gas, fee: gas * BigInt(price) }
}
