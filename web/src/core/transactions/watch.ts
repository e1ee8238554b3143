/** Following a sent transaction to its end: confirmed, failed, replaced or dropped. */
import type { HexString } from '@galx/protocol/webConfig'
import { refreshChain } from '../chain/refresh.ts'
import { readRpc } from '../chain/rpc.ts'
import { currentConfig } from '../config/configStore.ts'
import { encodeCall } from './calldata.ts'
import type { Calldata, ReceiptLog } from './calls/callFile.ts'
import type { Intent } from './intent.ts'
import { addChanges, outcomeOf } from './outcome.ts'
import { changeRecord, RECHECK_WINDOW } from './records.ts'
import { createReporter } from './reportSent.ts'
import { findReplacement, type MinedTransaction } from './replacement.ts'
import { simulate } from './simulate.ts'
import { type TransactionRecord, useTransactionStore } from './transactionStore.ts'

/** Milliseconds between two polls of a pending transaction. */
const POLL_INTERVAL = 1_000
/** And of a dropped one. */
export const SLOW_POLL_INTERVAL = 30_000
/**
 * A transaction that no node has known for this long is dropped, and one whose nonce was used, by a transaction that cannot be found,
 * is replaced; milliseconds. Nodes behind one address may lag behind each other, and one node counts a block's
 * transactions before it shows the block.
 */
export const GIVE_UP_AFTER = 60_000
/** And in no fewer polls in a row: a page that was asleep for a minute has not polled for a minute. */
export const GIVE_UP_POLLS = 5

export type Receipt = {
  status: HexString
  blockNumber: HexString
  transactionHash: HexString
  logs: readonly ReceiptLog[]
}

const watching = new Set<string>()

/**
 * What one poll of a transaction shows. `missing`: no node knows it, and nothing shows that another took its place.
 * `usedUp`: another transaction has used its nonce, and no block shows which.
 */
export type PollResult = 'ended' | 'pending' | 'missing' | 'usedUp'

/**
 * Polls once a second until the end, or until it was missing or used up for GIVE_UP_AFTER without a break. A poll that
 * throws found no node that answers: nothing is known, so nothing ends, and what was missing has to be missing for the whole time again.
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
 * Follows the record's transaction until its end and keeps the record up to date; a dropped one as long as it may still be
 * mined. Never throws: while no node answers, the transaction stays pending.
 */
export async function watch(id: string, intent: Pick<Intent, 'report' | 'done'> = {}): Promise<void> {
  if (watching.has(id)) return
  watching.add(id)
  const report = createReporter(intent.report)
  const inStage = (stage: TransactionRecord['stage']) =>
    useTransactionStore.getState().list.find((item) => item.id === id && item.stage === stage)
  const pending = () => inStage('pending')
  // Taken now: the device's clock may be set while the transaction is followed.
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
      if (!(await reappears(() => inStage('dropped'), until, report))) return
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
 * Looks at a dropped transaction now and then, as long as it may still be mined.
 * @param dropped its record, while it is dropped
 * @param until milliseconds by performance.now()
 * @returns true when a node knows it again, or it has ended: its record says so
 */
async function reappears(
  dropped: () => TransactionRecord | undefined,
  until: number,
  report: Report,
): Promise<boolean> {
  while (performance.now() < until) {
    await pause(SLOW_POLL_INTERVAL)
    const record = dropped()
    if (record === undefined) return false
    // No node answers: nothing is known.
    const result = await pollTransaction(record, report).catch(() => 'missing' as const)
    if (result === 'ended') return true
    if (result === 'missing') continue
    if (dropped() !== undefined) changeRecord(record.id, { stage: 'pending', finishedAt: null })
    return true
  }
  return false
}

/** Called with each hash of the transaction that a node knows. */
type Report = (hash: HexString) => void

/** One poll. Throws only when no node answers (see bytesOf). */
async function pollTransaction(record: TransactionRecord, report: Report): Promise<PollResult> {
  const { id, hash, account } = record
  if (hash === null) return 'missing'
  if (await settleByReceipt(record, hash, report)) return 'ended'
  const known = (await readRpc('eth_getTransactionByHash', [hash])) as MinedTransaction | null
  if (known !== null) {
    report(hash)
    const nonce = Number(known.nonce)
    if (record.nonce !== nonce || record.nonceSeen !== true) changeRecord(id, { nonce, nonceSeen: true })
  }
  const nonce = known === null ? record.nonce : Number(known.nonce)
  const used = Number(await readRpc('eth_getTransactionCount', [account, 'latest']))
  if (nonce === null || used <= nonce) return known === null ? 'missing' : 'pending'
  // The nonce is used: by this transaction, mined between the two requests, or by another one.
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
    problem: confirmed ? null : await reasonOf(record, receipt),
    outcome: confirmed ? outcomeOf(record.call, receipt.logs) : null,
  })
  return true
}

/**
 * What the record's call is in bytes; null where today's configuration lacks its pool or contract, as with a transaction
 * of an earlier visit. Never throws: a fault that lasts would keep the record pending without end.
 */
function bytesOf({ call }: TransactionRecord): Calldata | null {
  try {
    return call === null ? null : encodeCall(call, currentConfig())
  } catch {
    return null
  }
}

/** Why a mined transaction reverted: the call once more, on the state of its block. */
async function reasonOf(record: TransactionRecord, receipt: Receipt): Promise<TransactionRecord['problem']> {
  const own = bytesOf(record)
  const problem = own === null ? null : await simulate(record.account, own, receipt.blockNumber)
  return problem?.code === 'reverted' ? problem : { code: 'reverted', error: null, values: [], reason: null }
}

/** Looks for the transaction that used the record's nonce. Still pending where that is the same call and no node has its receipt yet. */
async function settleReplaced(
  record: TransactionRecord,
  hash: HexString,
  nonce: number,
  report: Report,
): Promise<PollResult> {
  const found = record.replacement?.hash ?? null
  if (found !== null && (await settleByReceipt(record, found, report))) return 'ended'
  const other = await findReplacement(record.account, nonce, record.sentBlock)
  // The same call was found before, and only its block is out of reach by now: its receipt decides.
  if (other === null) return found === null ? 'usedUp' : 'pending'
  if (other.hash === hash) return 'pending'
  const { list } = useTransactionStore.getState()
  const isKnown = record.nonceSeen === true
  // The nonce was a guess, and an earlier transaction of this app has it, of which no node knew yet: this one has a later nonce.
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
