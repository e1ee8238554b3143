/** EIP-5792: several calls in one confirmation, if the wallet supports batches. */
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { errorCode } from '@galx/protocol/walletErrors'
import type { Eip1193Provider } from '../wallet/walletStore.ts'
import { withTimeout, READ_TIMEOUT } from '../wallet/answerTimeout.ts'
import { decodeCall, encodeCall, firstDifference } from './calldata.ts'
import type { IntendedCall } from './calls/index.ts'
import { ProblemError } from './problem.ts'
import { requestOf } from './simulate.ts'
import type { ReceiptLog } from './calls/callFile.ts'

/**
 * The errors after which each call is requested separately: an unknown method (4200, -32601) or an older form of the method
 * (-32602), an unsupported capability (5700) or chain (5710), too many calls (5740), an account that the person or the wallet did not
 * upgrade (5750), no atomic execution (5760). With these errors the wallet has sent nothing.
 */
const APART = {
  4200: 'unsupported',
  [-32601]: 'unsupported',
  [-32602]: 'unsupported',
  5700: 'unsupported',
  5710: 'chain',
  5740: 'tooMany',
  5750: 'notUpgraded',
  5760: 'notAtomic',
} as const

/** A key of the transaction texts. */
export type ApartReason = (typeof APART)[keyof typeof APART] | 'fault'

/** The wallet already has a batch with this id. */
export const DUPLICATE_BATCH = 5720
/** The wallet has no batch with this id. */
export const UNKNOWN_BATCH = 5730

/** Wallets that failed a batch in this visit. They receive no further batches. */
const avoided = new WeakSet<Eip1193Provider>()

/** From here on each call is sent to the wallet separately. */
export function avoidBatches(provider: Eip1193Provider): void {
  avoided.add(provider)
}

/** A wallet that takes batches on a chain names this capability for the chain (EIP-5792), even if its batches are not atomic. */
const CAPABILITY = 'atomic'

/** Its statuses for a wallet that carries out all calls or none, perhaps after it has upgraded the account. */
const ATOMIC: readonly unknown[] = ['supported', 'ready']

/**
 * Whether the wallet takes several calls at once on this chain.
 * @param atomic whether it must carry out all calls or none. Calls that are right on their own do not need that
 */
export async function takesBatches(
  provider: Eip1193Provider,
  account: HexString,
  chainId: number,
  atomic: boolean,
): Promise<boolean> {
  if (avoided.has(provider)) return false
  const chain = hex(chainId)
  try {
    const asked = provider.request({ method: 'wallet_getCapabilities', params: [account, [chain]] })
    const answer = await withTimeout(asked, READ_TIMEOUT)
    // 0x0 means every chain.
    return Object.entries(Object(answer) as object).some(
      ([key, capabilities]) =>
        [chain, '0x0'].includes(key.toLowerCase() as HexString) &&
        CAPABILITY in Object(capabilities) &&
        (!atomic || ATOMIC.includes(fieldsOf(fieldsOf(capabilities)[CAPABILITY]).status)),
    )
  } catch {
    return false
  }
}

/** An id that the app chooses, so that it can ask about a batch even if it missed the wallet's answer. */
export function newBatchId(): HexString {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Sends all calls to the wallet at once. Before that, each call's bytes are decoded and compared.
 * @returns the batch's id: `id`, unless the wallet has chosen its own
 * @throws ProblemError if a call's bytes decode to another call; else the wallet's error
 */
export async function requestBatch(
  provider: Eip1193Provider,
  {
    id,
    account,
    calls,
    atomic,
    config,
  }: { id: string; account: HexString; calls: IntendedCall[]; atomic: boolean; config: WebConfig },
): Promise<string> {
  const requests = calls.map((call) => {
    const calldata = encodeCall(call, config)
    const difference = firstDifference(call, decodeCall(calldata, config))
    if (difference !== null) throw new ProblemError({ code: 'calldataMismatch', field: difference })
    const { to, data, value } = requestOf(account, calldata)
    return { to, data, value }
  })
  const answer = await provider.request({
    method: 'wallet_sendCalls',
    params: [
      {
        version: '2.0.0',
        id,
        from: account,
        chainId: hex(config.chainId),
        atomicRequired: atomic,
        calls: requests,
      },
    ],
  })
  const given = typeof answer === 'string' ? answer : (answer as { id?: unknown } | null)?.id
  return typeof given === 'string' && given !== '' ? given : id
}

/** The reason why each call must be sent separately; null for any other error, after which the wallet may have sent something. */
export function apartReason(error: unknown): ApartReason | null {
  const code = errorCode(error)
  return Object.entries(APART).find(([known]) => Number(known) === code)?.[1] ?? null
}

function hex(number: number): HexString {
  return `0x${number.toString(16)}`
}

export type BatchReceipt = {
  hash: HexString
  succeeded: boolean
  block: bigint
  logs: ReceiptLog[]
}

/** A wallet's status of a batch (EIP-5792, `wallet_getCallsStatus`). Another program wrote the answer, so every field is checked. */
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
