/** What the API asks of the chain. Every answer is "the chain says", "the chain has none" or `ChainUnavailable`. */
import {
  BaseError,
  createClient,
  fallback,
  http,
  decodeErrorResult,
  ExecutionRevertedError,
  RawContractError,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
  type Abi,
  type Address,
  type Hex,
} from 'viem'
import {
  call,
  getBlock,
  getCode,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
} from 'viem/actions'
import { PassingFault } from '../platform/faults.ts'

/** The node does not answer, or answers with a fault of its own. */
export class ChainUnavailable extends PassingFault {
  override name = 'ChainUnavailable'
}

export type ChainTransaction = {
  from: Address
  to: Address | null
  input: Hex
  value: bigint
  nonce: number
}
type ChainReceipt = { status: 'success' | 'reverted'; blockNumber: bigint }

export type ChainReader = {
  /** null for an address without code */
  codeAt(address: Address): Promise<Hex | null>
  /** what an `eth_call` returns; null when it reverts */
  callData(call: { to?: Address; data: Hex }): Promise<Hex | null>
  /** one in the pool counts; null when no node knows it */
  transaction(hash: Hex): Promise<ChainTransaction | null>
  /** how many of the account's transactions are in blocks: every lower nonce is used up */
  transactionCount(account: Address): Promise<number>
  /** null while it is in no block */
  receipt(hash: Hex): Promise<ChainReceipt | null>
  /** why the same call would revert on the block before; null when it would not, or says nothing */
  revertReason(transaction: ChainTransaction, receipt: ChainReceipt, abi: Abi): Promise<string | null>
  /** unix seconds */
  head(): Promise<{ number: number; timestamp: number }>
}

const TIMEOUT_MS = 5_000

/** @param rpcUrls asked in this order; the next one when one fails */
export function createChainReader(rpcUrls: string[]): ChainReader {
  const transports = rpcUrls.map((url) => http(url, { timeout: TIMEOUT_MS, retryCount: 1, retryDelay: 100 }))
  const client = createClient({ transport: fallback(transports, { retryCount: 0 }) })

  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    try {
      return await question()
    } catch (error) {
      throw new ChainUnavailable(error instanceof BaseError ? error.shortMessage : String(error), {
        cause: error,
      })
    }
  }

  return {
    codeAt: (address) => ask(async () => (await getCode(client, { address })) ?? null),

    callData: ({ to, data }) =>
      ask(async () => {
        try {
          return (await call(client, { data, ...(to === undefined ? {} : { to }) })).data ?? '0x'
        } catch (error) {
          if (isRevert(error)) return null
          throw error
        }
      }),

    transaction: (hash) =>
      ask(async () => {
        try {
          const { from, to, input, value, nonce } = await getTransaction(client, { hash })
          return { from: lower(from), to: to === null ? null : lower(to), input, value, nonce }
        } catch (error) {
          if (error instanceof TransactionNotFoundError) return null
          throw error
        }
      }),

    transactionCount: (account) => ask(() => getTransactionCount(client, { address: account })),

    receipt: (hash) =>
      ask(async () => {
        try {
          const { status, blockNumber } = await getTransactionReceipt(client, { hash })
          return { status, blockNumber }
        } catch (error) {
          if (error instanceof TransactionReceiptNotFoundError) return null
          throw error
        }
      }),

    revertReason: (transaction, receipt, abi) =>
      ask(async () => {
        try {
          await call(client, {
            account: transaction.from,
            ...(transaction.to === null ? {} : { to: transaction.to }),
            data: transaction.input,
            value: transaction.value,
            blockNumber: receipt.blockNumber - 1n,
          })
          return null
        } catch (error) {
          const data = isRevert(error) ? revertData(error) : undefined
          return data === undefined ? null : errorName(data, abi)
        }
      }),

    head: () =>
      ask(async () => {
        const block = await getBlock(client, { blockTag: 'latest' })
        return { number: Number(block.number), timestamp: Number(block.timestamp) }
      }),
  }
}

function lower(address: Address) {
  return address.toLowerCase() as Address
}

/** How nodes word it that the called code itself came to an end: geth's and BSC's words, and anvil's. */
const ENDED_BY_CODE =
  /revert|evm error|invalid opcode|out of ?gas|stack (?:under|over)flow|invalid jump|write protection|gas uint64 overflow/i

/** A call the contract ended, as against a node that did not answer: viem reports both as the same class. */
function isRevert(error: unknown): error is BaseError {
  if (!(error instanceof BaseError)) return false
  return (
    error.walk((cause) => cause instanceof ExecutionRevertedError) !== null ||
    error.walk((cause) => ENDED_BY_CODE.test(rpcMessage(cause))) !== null
  )
}

function rpcMessage(cause: unknown): string {
  return typeof cause === 'object' && cause !== null && 'code' in cause && 'message' in cause
    ? String(cause.message)
    : ''
}

function revertData(error: BaseError): Hex | undefined {
  const raw = error.walk(
    (cause) => cause instanceof RawContractError || (cause as { data?: unknown }).data !== undefined,
  )
  const data = (raw as { data?: unknown } | null)?.data
  const hex = typeof data === 'object' && data !== null ? (data as { data?: unknown }).data : data
  return typeof hex === 'string' && hex.startsWith('0x') ? (hex as Hex) : undefined
}

function errorName(data: Hex, abi: Abi): string | null {
  try {
    return decodeErrorResult({ abi, data }).errorName
  } catch {
    return null
  }
}
