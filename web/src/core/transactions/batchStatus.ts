/** A wallet's status of a batch (EIP-5792, `wallet_getCallsStatus`). Another program wrote the answer, so every field is checked. */
import type { HexString } from '@galx/protocol/webConfig'
import type { ReceiptLog } from './calls/callFile.ts'

export type BatchReceipt = {
  hash: HexString
  succeeded: boolean
  block: bigint
  logs: ReceiptLog[]
}

export type BatchStatus = {
  /** reverted: no call took effect; partly: some calls took effect; abandoned: no call is or will be on the chain */
  state: 'pending' | 'confirmed' | 'abandoned' | 'reverted' | 'partly'
  /** one receipt if all calls went in one transaction, else one for each call in order */
  receipts: BatchReceipt[]
}

const STATES: Readonly<Record<number, BatchStatus['state']>> = {
  1: 'pending',
  2: 'confirmed',
  4: 'abandoned',
  5: 'reverted',
  6: 'partly',
}

/** The words of the first version of EIP-5792. Some wallets still send them. */
const OLD_STATES: Readonly<Record<string, BatchStatus['state']>> = {
  PENDING: 'pending',
  CONFIRMED: 'confirmed',
  FAILED: 'reverted',
  REVERTED: 'reverted',
}

/** @returns null for an answer that is not a status */
export function readBatchStatus(answer: unknown): BatchStatus | null {
  const { status, receipts } = fieldsOf(answer)
  if (typeof status !== 'number' && typeof status !== 'string') return null
  const state = OLD_STATES[String(status).toUpperCase()] ?? STATES[Math.floor(Number(status) / 100)]
  if (state === undefined) return null
  const list = (Array.isArray(receipts) ? receipts.map(readReceipt) : []).filter((one) => one !== null)
  // The first version has one word for every mined batch, even if some calls have failed.
  const failed = list.filter(({ succeeded }) => !succeeded).length
  const isMixed = state === 'confirmed' && failed > 0
  return { state: isMixed ? (failed < list.length ? 'partly' : 'reverted') : state, receipts: list }
}

const FAILURES: readonly unknown[] = ['0x0', '0x00', '0', 0, false, 'failure', 'failed', 'reverted']

function readReceipt(answer: unknown): BatchReceipt | null {
  const { transactionHash, status, blockNumber, logs } = fieldsOf(answer)
  if (!isHex(transactionHash, 64)) return null
  return {
    hash: transactionHash.toLowerCase() as HexString,
    // A missing field counts as success: the chain's own receipt must agree anyway (watchBatch.ts).
    succeeded: !FAILURES.includes(status),
    block: typeof blockNumber === 'string' && /^0x[0-9a-f]+$/i.test(blockNumber) ? BigInt(blockNumber) : 0n,
    logs: Array.isArray(logs) ? logs.filter(isLog) : [],
  }
}

function isLog(value: unknown): value is ReceiptLog {
  const { address, topics, data } = fieldsOf(value)
  return isHex(address, 40) && isHex(data) && Array.isArray(topics) && topics.every((item) => isHex(item, 64))
}

/**
 * The logs that both the wallet and the chain report. The wallet's list has no logs of other accounts, whose operations may be bundled into the
 * same transaction. The chain's list has no logs that never happened.
 */
export function logsOnBoth(own: readonly ReceiptLog[], chain: readonly ReceiptLog[]): ReceiptLog[] {
  const known = new Set(chain.map(logKey))
  return own.filter((log) => known.has(logKey(log)))
}

function logKey({ address, topics, data }: ReceiptLog): string {
  return [address, ...topics, data].join(' ').toLowerCase()
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function isHex(value: unknown, digits?: number): value is HexString {
  return (
    typeof value === 'string' &&
    /^0x[0-9a-f]*$/i.test(value) &&
    (digits === undefined || value.length === digits + 2)
  )
}
