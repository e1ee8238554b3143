/**
 * The API's requests to the chain. Every answer is a value, "the chain has none" or `ChainUnavailableError`.
 *
 * Calls go to the node unchanged. A library's client would follow the instructions in a contract's revert (EIP-3668: fetch this address,
 * call again). Any contract could then make this server fetch any address.
 */
import { decodeErrorResult, type Abi, type Address, type Hex } from 'viem'
import { isRevert, revertData } from '@galx/protocol/nodeErrors'
import { TRANSACTION_GAS_CAP } from '@galx/protocol/transactionGas'
import { RetryableError } from '../platform/faults.ts'
import type { ErrorAnswer, NodeRequest } from './rpc/askNode.ts'
import { NodeFaultError, STATE_KEPT } from './rpc/fault.ts'
import { StateGoneError, type Answer, type Nodes } from './rpc/nodes.ts'
import { ResponseTooLargeError } from './rpc/post.ts'
import { wholeOf } from './rpc/quantity.ts'

/** The node does not answer, or answers with its own fault. */
export class ChainUnavailableError extends RetryableError {
  override name = 'ChainUnavailableError'
}

/** No node has the state of the block any more. An archive is needed. */
class StateUnavailableError extends ChainUnavailableError {
  override name = 'StateUnavailableError'
}

export type ChainTransaction = {
  from: Address
  to: Address | null
  input: Hex
  value: bigint
  nonce: number
}
type ChainReceipt = { status: 'success' | 'reverted'; blockNumber: bigint }

type WordCall = { to?: Address; data: Hex }

export type ChainReader = {
  /** the result of an `eth_call`, of at most 32 bytes; null if the call reverts, burns CALL_GAS, or returns more */
  callWord(call: WordCall): Promise<Hex | null>
  /**
   * Whether the call's answer gives somebody a right. If several nodes are configured, two must give that answer.
   * @throws ChainUnavailableError if only one node gives it
   */
  rightOfTwo(call: WordCall, isRight: (word: Hex) => boolean): Promise<boolean>
  /** also a transaction that is not mined yet; null if no node knows it */
  transaction(hash: Hex): Promise<ChainTransaction | null>
  /** the number of the account's transactions in blocks: every lower nonce is used */
  transactionCount(account: Address): Promise<number>
  /** null while it is in no block */
  receipt(hash: Hex): Promise<ChainReceipt | null>
  /**
   * The reason why the same call reverts at the block before the receipt's block. Null if the call does not revert or gives no reason, or if
   * only an archive node has the state of that block.
   * @param now unix seconds
   */
  revertReason(
    transaction: ChainTransaction,
    receipt: ChainReceipt,
    abi: Abi,
    now: number,
  ): Promise<string | null>
  /** unix seconds */
  head(): Promise<{ number: number; timestamp: number }>
}

/** Gas for asking a contract wallet: deploying one and verifying a passkey's signature in Solidity takes under 2 million. */
export const CALL_GAS = 5_000_000
/** Bytes: one word in its JSON frame, or the text of an error answer. */
const SHORT_ANSWER = 4 * 1024
/** Bytes. A transaction has at most 128 KiB of data, which is twice as long in hex. A receipt contains logs, and a header contains a bloom filter. */
const LONG_ANSWER = 1024 * 1024

/** Asks one node; `except` names nodes that may not be asked. */
type Ask = (
  request: NodeRequest,
  isAnswer?: (error: ErrorAnswer) => boolean,
  except?: readonly number[],
) => Promise<Answer>

/** @param beforeEach awaited before each request; it may count or refuse the request */
export function createChainReader(
  nodes: Nodes,
  beforeEach: () => Promise<void> = () => Promise.resolve(),
): ChainReader {
  const ask: Ask = async (request, isAnswer, except) => {
    await beforeEach()
    try {
      return await nodes.ask(request, isAnswer, except)
    } catch (error) {
      if (error instanceof StateGoneError) throw new StateUnavailableError(error.message)
      if (error instanceof NodeFaultError && !(error instanceof ResponseTooLargeError))
        throw new ChainUnavailableError(error.message)
      throw error
    }
  }
  const { blockAt, ...objects } = objectReads(ask, nodes.count)
  return {
    ...wordReads(ask, nodes.count),
    ...objects,
    head: () => blockAt('latest'),
    async revertReason(transaction, receipt, abi, now) {
      const before = hexOf(receipt.blockNumber - 1n)
      if (now - (await blockAt(before)).timestamp > STATE_KEPT) return null
      return revertReason(ask, transaction, before, abi)
    },
  }
}

/** Answers of contracts. */
function wordReads(ask: Ask, nodeCount: number): Pick<ChainReader, 'callWord' | 'rightOfTwo'> {
  const askWord = (call: WordCall, except: readonly number[] = []) => {
    const params = [{ ...call, gas: hexOf(CALL_GAS) }, 'latest']
    return ask({ method: 'eth_call', params, maximumBytes: SHORT_ANSWER }, isRevert, except)
  }
  const wordIn = (answer: Answer): Hex | null => {
    if ('error' in answer) return null
    const data = text(answer.result, /^0x[0-9a-f]*$/i) as Hex
    return data.length > 66 ? null : data
  }

  return {
    async callWord(call) {
      try {
        return wordIn(await askWord(call))
      } catch (error) {
        // The contract itself causes this error: its result or revert is longer than the caller wants.
        if (error instanceof ResponseTooLargeError) return null
        throw error
      }
    },

    async rightOfTwo(call, isRight) {
      try {
        const first = await askWord(call)
        const word = wordIn(first)
        if (word === null || !isRight(word)) return false
        const asked = [first.by]
        while (asked.length < nodeCount) {
          const other = await askWord(call, asked)
          // An invalid answer is not the right answer either, so the next node is asked.
          if ('result' in other && typeof other.result === 'string' && isRight(other.result as Hex))
            return true
          asked.push(other.by)
        }
        if (nodeCount === 1) return true
      } catch (error) {
        if (error instanceof ResponseTooLargeError) return false
        throw error
      }
      throw new ChainUnavailableError('no second node gives the answer that one node gives')
    },
  }
}

/** The chain's transactions, receipts and blocks. */
function objectReads(
  ask: Ask,
  nodeCount: number,
): Pick<ChainReader, 'transaction' | 'transactionCount' | 'receipt'> & {
  blockAt(tag: string): ReturnType<ChainReader['head']>
} {
  /** An object of the chain; null if the chain has no such object. */
  const fetchObject = async <Found>(
    method: string,
    params: readonly unknown[],
    read: (found: Fields) => Found,
  ): Promise<Found | null> => {
    const request = { method, params, maximumBytes: LONG_ANSWER }
    const foundBy = (answer: Answer) => ('result' in answer ? answer.result : null)
    const first = await ask(request)
    let found = foundBy(first)
    // A node that lags may lack the object. So another node is asked before the answer is null.
    if (found === null && nodeCount > 1)
      try {
        found = foundBy(await ask(request, undefined, [first.by]))
      } catch (error) {
        if (!(error instanceof ChainUnavailableError)) throw error
      }
    return found === null ? null : read(found as Fields)
  }

  return {
    transaction: (hash) =>
      fetchObject('eth_getTransactionByHash', [hash], (found) => ({
        from: address(found.from),
        to: found.to === null ? null : address(found.to),
        input: text(found.input, /^0x[0-9a-f]*$/i) as Hex,
        value: BigInt(quantity(found.value)),
        nonce: whole(found.nonce),
      })),

    transactionCount: async (account) => {
      const answer = await ask({
        method: 'eth_getTransactionCount',
        params: [account, 'latest'],
        maximumBytes: SHORT_ANSWER,
      })
      return whole('result' in answer ? answer.result : null)
    },

    receipt: (hash) =>
      fetchObject('eth_getTransactionReceipt', [hash], (found) => ({
        status: quantity(found.status) === '0x1' ? 'success' : 'reverted',
        blockNumber: BigInt(whole(found.blockNumber)),
      })),

    blockAt: async (tag) => {
      const block = await fetchObject('eth_getBlockByNumber', [tag, false], (found) => ({
        number: whole(found.number),
        timestamp: whole(found.timestamp),
      }))
      if (block === null) throw new ChainUnavailableError(`the node has no block ${tag}`)
      return block
    },
  }
}

async function revertReason(
  ask: Ask,
  { from, to, input, value }: ChainTransaction,
  before: string,
  abi: Abi,
): Promise<string | null> {
  const call = { from, ...(to === null ? {} : { to }), data: input, value: hexOf(value) }
  const params = [{ ...call, gas: hexOf(TRANSACTION_GAS_CAP) }, before]
  try {
    const answer = await ask({ method: 'eth_call', params, maximumBytes: LONG_ANSWER }, isRevert)
    return 'error' in answer ? errorName(answer.error, abi) : null
  } catch (error) {
    // A node may keep state for less time than other nodes.
    if (error instanceof ResponseTooLargeError || error instanceof StateUnavailableError) return null
    throw error
  }
}

type Fields = Readonly<Record<string, unknown>>

function hexOf(value: number | bigint): Hex {
  return `0x${value.toString(16)}`
}
const OTHER_SHAPE = 'the node’s answer does not have the requested shape'

function text(value: unknown, shape: RegExp): string {
  if (typeof value === 'string' && shape.test(value)) return value
  throw new ChainUnavailableError(OTHER_SHAPE)
}
function quantity(value: unknown): string {
  return text(value, /^0x[0-9a-f]{1,64}$/i)
}
/** A number that JavaScript holds exactly. No count of the chain is larger. */
function whole(value: unknown): number {
  const number = wholeOf(value)
  if (number === null) throw new ChainUnavailableError(OTHER_SHAPE)
  return number
}
function address(value: unknown): Address {
  return text(value, /^0x[0-9a-f]{40}$/i).toLowerCase() as Address
}

/** The name of the error of a reverted call; null if the contract has no such error. */
function errorName(error: ErrorAnswer, abi: Abi): string | null {
  const data = revertData(error)
  if (data === null) return null
  try {
    return decodeErrorResult({ abi, data }).errorName
  } catch {
    return null
  }
}
