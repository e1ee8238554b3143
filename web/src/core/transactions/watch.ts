/** Follows a sent transaction to its end: confirmed, failed, replaced or dropped. */
import type { HexString } from '@galx/protocol/webConfig'
import { refreshChain } from '../chain/refresh.ts'
import { readRpc } from '../chain/rpc.ts'
import { currentConfig } from '../config/configStore.ts'
import { encodeCall } from './calldata.ts'
import type { Calldata, ReceiptLog } from './calls/callFile.ts'
import type { Intent } from './intent.ts'
import { addChanges, outcomeOf } from './outcome.ts'
import { changeRecord, RECHECK_WINDOW } from './records.ts'
import { findReplacement, type MinedTransaction } from './replacement.ts'
import { simulate } from './simulate.ts'
import { useTransactionStore, type TransactionRecord } from './transactionStore.ts'

/** Milliseconds between two polls of a pending transaction. */
const POLL_INTERVAL = 1_000
/** Milliseconds between two polls of a dropped transaction. */
export const SLOW_POLL_INTERVAL = 30_000
/**
 * Milliseconds after which a transaction counts as dropped if no node knows it, and as replaced if an unknown transaction has used its nonce.
 * The app waits because nodes behind one address may lag behind each other, and because a node may count a block's transactions before it
 * shows the block.
 */
export const GIVE_UP_AFTER = 60_000
/** The least number of polls in a row with the same result. Time alone is not enough: a page may sleep for a minute between two polls. */
export const GIVE_UP_POLLS = 5

export type Receipt = {
  status: HexString
  blockNumber: HexString
  transactionHash: HexString
  logs: readonly ReceiptLog[]
}

const watching = new Set<string>()

/**
 * The result of one poll of a transaction. `missing`: no node knows it, and no other transaction is known to have replaced it.
 * `usedUp`: another transaction has used its nonce, but no block shows that transaction.
 */
type PollResult = 'ended' | 'pending' | 'missing' | 'usedUp'

/**
 * Polls once a second until the transaction has ended, or until every poll for GIVE_UP_AFTER has given `missing`, or every poll `usedUp`. A poll
 * throws if no node answers. Nothing is known then, so the time of GIVE_UP_AFTER starts again.
 */
export async function pollUntilSettled(
  poll: () => Promise<PollResult>,
): Promise<Exclude<PollResult, 'pending'>> {
  let last: PollResult = 'pending'
  let since = 0
  let polls = 0
  for (;;) {
    try {
      const seen = await poll()
      if (seen === 'ended') return seen
      if (seen !== last) [since, polls] = [performance.now(), 0]
      last = seen
      polls += 1
      if (seen !== 'pending' && polls >= GIVE_UP_POLLS && performance.now() - since >= GIVE_UP_AFTER)
        return seen
    } catch {
      last = 'pending'
    }
    await pause(POLL_INTERVAL)
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/**
 * Follows the record's transaction until its end and keeps the record up to date. Follows a dropped transaction while it may still be
 * mined. Never throws: while no node answers, the transaction stays pending.
 */
export async function watch(id: string, intent: Pick<Intent, 'report' | 'done'> = {}): Promise<void> {
  if (watching.has(id)) return
  watching.add(id)
  const report = createReporter(intent.report)
  const inStage = (stage: TransactionRecord['stage']) =>
    useTransactionStore.getState().list.find((item) => item.id === id && item.stage === stage)
  const pending = () => inStage('pending')
  // Read now: the device's clock may be changed while the transaction is followed.
  const age = Date.now() - (pending()?.sentAt ?? 0)
  const until = performance.now() + RECHECK_WINDOW - Math.max(0, age)
  const followed = () =>
    pollUntilSettled(async () => {
      const record = pending()
      return record === undefined ? 'ended' : pollTransaction(record, report)
    })
  try {
    let end = await followed()
    while (end === 'missing') {
      if (pending() !== undefined) changeRecord(id, { stage: 'dropped', finishedAt: Date.now() })
      if (!(await reappears(() => inStage('dropped'), until, report)) && pending() === undefined) return
      end = await followed()
    }
    if (end === 'usedUp' && pending() !== undefined)
      changeRecord(id, {
        stage: 'replaced',
        finishedAt: Date.now(),
        replacement: { hash: null, how: 'other' },
      })
  } finally {
    watching.delete(id)
  }
  await refreshChain()
  const ended = useTransactionStore.getState().list.find((item) => item.id === id)
  if (ended?.stage !== 'confirmed') return
  intent.done?.()
  await addChanges(id)
}

/**
 * Polls a dropped transaction from time to time, while it may still be mined.
 * @param dropped the transaction's record while it is dropped
 * @param until milliseconds of performance.now()
 * @returns true if a node knows the transaction again, or if the transaction has ended and the record says how
 */
async function reappears(
  dropped: () => TransactionRecord | undefined,
  until: number,
  report: Report,
): Promise<boolean> {
  while (performance.now() < until) {
    await pauseWhile(() => dropped() !== undefined)
    const record = dropped()
    if (record === undefined) return false
    // If no node answers, nothing is known, so the transaction stays dropped.
    const result = await pollTransaction(record, report).catch(() => 'missing' as const)
    if (result === 'ended') return true
    if (result === 'missing') continue
    if (dropped() !== undefined) changeRecord(record.id, { stage: 'pending', finishedAt: null })
    return true
  }
  return false
}

/** Waits until the next slow poll is due, or until the record is no longer dropped because its bytes were sent again. */
function pauseWhile(isDropped: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
    const timer = setTimeout(end, SLOW_POLL_INTERVAL)
    const unsubscribe = useTransactionStore.subscribe(() => {
      if (!isDropped()) end()
    })
  })
}

/** Called with each hash of the transaction that a node knows. */
type Report = (hash: HexString) => void

/** One poll. Throws only if no node answers (see bytesOf). */
async function pollTransaction(record: TransactionRecord, report: Report): Promise<PollResult> {
  const { id, hash, account } = record
  if (hash === null) return 'missing'
  if (await settleByReceipt(record, hash, report)) return 'ended'
  const known = (await readRpc('eth_getTransactionByHash', [hash])) as MinedTransaction | null
  if (known !== null) {
    report(hash)
    const nonce = Number(known.nonce)
    if (record.nonce !== nonce || record.nonceSeen !== true)
      changeRecord(id, { nonce, nonceSeen: true, signed: known })
  }
  const nonce = known === null ? record.nonce : Number(known.nonce)
  const used = Number(await readRpc('eth_getTransactionCount', [account, 'latest']))
  if (nonce === null || used <= nonce) return known === null ? 'missing' : 'pending'
  // The nonce is used: by this transaction, which was mined between the two requests, or by another transaction.
  if (await settleByReceipt(record, hash, report)) return 'ended'
  return settleReplaced(record, hash, nonce, report)
}

async function settleByReceipt(record: TransactionRecord, hash: HexString, report: Report): Promise<boolean> {
  const receipt = (await readRpc('eth_getTransactionReceipt', [hash])) as Receipt | null
  if (receipt === null) return false
  report(hash)
  const confirmed = receipt.status === '0x1'
  changeRecord(record.id, {
    hash,
    stage: confirmed ? 'confirmed' : 'failed',
    blockNumber: BigInt(receipt.blockNumber),
    finishedAt: Date.now(),
    signed: null,
    problem: confirmed ? null : await reasonOf(record, receipt),
    outcome: confirmed ? outcomeOf(record.call, receipt.logs, record.account) : null,
  })
  return true
}

/**
 * The bytes of the record's call; null if the present configuration lacks its pool or contract, as may happen with a transaction
 * of an earlier visit. Never throws: a lasting error would keep the record pending forever.
 */
function bytesOf({ call }: TransactionRecord): Calldata | null {
  try {
    return call === null ? null : encodeCall(call, currentConfig())
  } catch {
    return null
  }
}

/** The reason why a mined transaction reverted: simulates the call again, on the state of its block. */
async function reasonOf(record: TransactionRecord, receipt: Receipt): Promise<TransactionRecord['problem']> {
  const own = bytesOf(record)
  const problem = own === null ? null : await simulate(record.account, own, receipt.blockNumber)
  return problem?.code === 'reverted' ? problem : { code: 'reverted', error: null, values: [], reason: null }
}

/** Searches for the transaction that used the record's nonce. If it is the same call, the record stays pending until a node has its receipt. */
async function settleReplaced(
  record: TransactionRecord,
  hash: HexString,
  nonce: number,
  report: Report,
): Promise<PollResult> {
  const found = record.replacement?.hash ?? null
  if (found !== null && (await settleByReceipt(record, found, report))) return 'ended'
  const other = await findReplacement(record.account, nonce, record.sentBlock)
  // If `found` is set, an earlier poll has found the same call, whose block can no longer be read. The receipt will decide.
  if (other === null) return found === null ? 'usedUp' : 'pending'
  if (other.hash === hash) return 'pending'
  const { list } = useTransactionStore.getState()
  const isKnown = record.nonceSeen === true
  // The nonce was a wrong guess: it belongs to an earlier transaction of this app that no node knew yet. This transaction has a later nonce.
  if (!isKnown && list.some((item) => item.id !== record.id && item.hash === other.hash)) return 'missing'
  const own = bytesOf(record)
  const same = own !== null && other.to?.toLowerCase() === own.to && other.input.toLowerCase() === own.data
  if (same) {
    changeRecord(record.id, { replacement: { hash: other.hash, how: 'spedUp' } })
    return (await settleByReceipt(record, other.hash, report)) ? 'ended' : 'pending'
  }
  if (!isKnown) return 'missing'
  const cancelled = other.to?.toLowerCase() === record.account && other.input === '0x'
  changeRecord(record.id, {
    stage: 'replaced',
    finishedAt: Date.now(),
    replacement: { hash: other.hash, how: cancelled ? 'cancelled' : 'other' },
  })
  return 'ended'
}

/** The milliseconds between two attempts, and the number of attempts. Nodes lag behind each other by a block or two. */
const RETRY_DELAY = 3_000
const ATTEMPTS = 5

/**
 * Reports a transaction to a server once a node knows it. The server refuses a transaction that it cannot look up.
 * @returns a function that reports each hash once, with retries while the server does not know it. Never throws
 */
export function createReporter(report: Intent['report']): (hash: HexString) => void {
  const reported = new Set<HexString>()
  return (hash) => {
    if (report === undefined || reported.has(hash)) return
    reported.add(hash)
    attempt(report, hash).catch(() => {})
  }
}

async function attempt(report: NonNullable<Intent['report']>, hash: HexString): Promise<void> {
  for (let attempts = 1; !(await report(hash)) && attempts < ATTEMPTS; attempts += 1)
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY))
}
