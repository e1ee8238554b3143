/** Follows a batch to its end: the wallet reports the result (EIP-5792), and the chain must agree. */
import type { HexString } from '@galx/protocol/webConfig'
import { errorCode } from '@galx/protocol/walletErrors'
import { refreshChain } from '../chain/refresh.ts'
import { readRpc } from '../chain/rpc.ts'
import { currentConfig } from '../config/configStore.ts'
import { withTimeout, READ_TIMEOUT } from '../wallet/answerTimeout.ts'
import { useWalletStore, type Eip1193Provider } from '../wallet/walletStore.ts'
import { useAppStore } from '../state/appStore.ts'
import { encodeCall } from './calldata.ts'
import type { IntendedCall } from './calls/index.ts'
import type { Intent } from './intent.ts'
import { addChanges, outcomeOf, readStates } from './outcome.ts'
import type { Problem } from './problem.ts'
import { changeRecord } from './records.ts'
import type { MinedTransaction } from './replacement.ts'
import { simulateTogether } from './simulateTogether.ts'
import { type Batch, type Outcome, type TransactionRecord, useTransactionStore } from './transactionStore.ts'
import {
  logsOnBoth,
  readBatchStatus,
  UNKNOWN_BATCH,
  type BatchReceipt,
  type BatchStatus,
} from './walletBatches.ts'
import { createReporter, GIVE_UP_AFTER, GIVE_UP_POLLS, type Receipt } from './watch.ts'

/** Milliseconds between two requests to the wallet. */
const ASK_EVERY = 1_500
/** Milliseconds without an answer after which the sheet says that the wallet is silent. */
export const STATUS_LATE = 30_000
/** Milliseconds without an answer after which the app stops asking until the person asks again. */
const ASKED_ENOUGH = 10 * 60_000

type Followed = TransactionRecord & { batch: Batch }

/** The result of one request. `silent`: no answer, or an answer that the chain does not confirm yet. */
type PollResult = 'ended' | 'pending' | 'silent' | 'unknown'

/** The followed batches, with the time of the wallet's last report on each, milliseconds of performance.now(). */
const lastAnswerAt = new Map<string, number>()

/**
 * Asks the wallet until the batch has ended. Never throws. After a reload the app first waits until the wallet is connected. A wallet that was
 * just opened may not know its accepted batches yet, so the app keeps asking for one minute.
 */
export async function watchBatch(id: string, intents: readonly Intent[] = []): Promise<void> {
  if (lastAnswerAt.has(id)) return
  lastAnswerAt.set(id, performance.now())
  /** the latest answers in a row in which the wallet does not know the batch: the time of the first answer, and the number of answers */
  let unknown: { since: number; polls: number } | null = null
  try {
    for (;;) {
      const record = followed(id)
      if (record === null) return
      const provider = walletOf(record)
      const result =
        provider === null ? 'silent' : await ask(record, provider, intents).catch(() => 'silent' as const)
      if (result === 'ended') break
      unknown = result === 'unknown' ? (unknown ?? { since: performance.now(), polls: 0 }) : null
      if (unknown !== null) unknown.polls += 1
      // If `sentAt` is null, the wallet may never have received this batch, so a short wait is enough.
      const patience = record.sentAt === null ? 0 : GIVE_UP_AFTER
      const isForgotten =
        unknown !== null && unknown.polls >= GIVE_UP_POLLS && performance.now() - unknown.since >= patience
      if (isForgotten) {
        // Either the wallet has forgotten the batch, or the page was closed before the wallet received the batch.
        const asked = record.sentAt !== null
        changeRecord(id, {
          stage: asked ? 'dropped' : 'failed',
          problem: { code: asked ? 'batchUnknown' : 'interrupted' },
          finishedAt: Date.now(),
        })
        return
      }
      if (result === 'pending') {
        lastAnswerAt.set(id, performance.now())
        if (record.problem !== null || record.sentAt === null)
          changeRecord(id, { problem: null, sentAt: record.sentAt ?? record.startedAt })
      }
      const quiet = performance.now() - (lastAnswerAt.get(id) ?? 0)
      if (quiet >= STATUS_LATE) reportDelay(record, provider === null ? 'batchAway' : 'batchSilent')
      if (quiet >= ASKED_ENOUGH) return
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY))
    }
  } finally {
    lastAnswerAt.delete(id)
  }
  await refreshChain()
  const ended = useTransactionStore.getState().list.find((item) => item.id === id)
  if (ended?.stage !== 'confirmed') return
  for (const intent of intents) intent.done?.()
  await addChanges(id)
}

function reportDelay({ id, problem }: TransactionRecord, code: 'batchAway' | 'batchSilent'): void {
  const said = problem?.code
  if (said !== code && [undefined, 'batchAway', 'batchSilent'].includes(said))
    changeRecord(id, { problem: { code } })
}

/** Asks the wallet again on the person's request. */
export function askAgain(id: string): void {
  if (lastAnswerAt.has(id)) lastAnswerAt.set(id, performance.now())
  changeRecord(id, { problem: null })
  void watchBatch(id)
}

/** Opens the wallet's own view of the batch (`wallet_showCallsStatus`). @returns false if the wallet has no such view */
export async function showInWallet(record: TransactionRecord): Promise<boolean> {
  const provider = walletOf(record)
  if (provider === null || !record.batch) return false
  try {
    await provider.request({ method: 'wallet_showCallsStatus', params: [record.batch.id] })
    return true
  } catch {
    return false
  }
}

function followed(id: string): Followed | null {
  const record = useTransactionStore.getState().list.find((item) => item.id === id)
  return record?.stage === 'pending' && record.batch ? (record as Followed) : null
}

/** The wallet that received the batch, while it is connected. The wallet knows the batch whichever account is selected. */
export function walletOf({ account, batch }: TransactionRecord): Eip1193Provider | null {
  const { connected } = useWalletStore.getState()
  const isIt = batch?.wallet === undefined ? hasAccount(account) : connected?.id === batch.wallet
  return isIt ? (connected?.provider ?? null) : null
}

function hasAccount(account: HexString): boolean {
  return useAppStore.getState().address === account
}

async function ask(
  record: Followed,
  provider: Eip1193Provider,
  intents: readonly Intent[],
): Promise<PollResult> {
  let answer: unknown
  try {
    const asked = provider.request({ method: 'wallet_getCallsStatus', params: [record.batch.id] })
    answer = await withTimeout(asked, READ_TIMEOUT)
  } catch (error) {
    // A wallet may show an account's batches only to that account.
    return errorCode(error) === UNKNOWN_BATCH && hasAccount(record.account) ? 'unknown' : 'silent'
  }
  const status = readBatchStatus(answer)
  if (status === null) return 'silent'
  if (status.state === 'pending') return 'pending'
  return settle(record, status, intents)
}

/** Ends the record once the chain has every transaction that the wallet names. */
async function settle(
  record: Followed,
  status: BatchStatus,
  intents: readonly Intent[],
): Promise<PollResult> {
  const { id, batch, account } = record
  const { calls } = batch
  const receipts = await Promise.all(status.receipts.map(onChain))
  const seen = receipts.filter((receipt) => receipt !== null)
  const confirmed = status.state === 'confirmed'
  // A wallet may name the hash of a user operation, which no node knows. Then only the figures show that the batch is mined. A node may show a
  // transaction late, so the figures count only after STATUS_LATE.
  const isLate = record.problem?.code === 'batchSilent'
  const isForeign = confirmed && isLate && seen.length === 0 && record.before != null
  if (seen.length < receipts.length && !isForeign) return 'silent'
  if (confirmed && seen.length === 0 && !(await hasChanged(record))) return 'silent'
  const ownReceipts = seen.length === calls.length
  const receiptOf = (index: number) => (ownReceipts ? seen[index] : seen[0])
  // Calls in one transaction succeed or fail together. Separate transactions have separate results. A call without a transaction was never sent.
  const holds = calls.map((_, index) =>
    confirmed ? true : status.state === 'partly' && (seen[index]?.succeeded ?? false),
  )
  const blocks = seen.map(({ block }) => block)
  changeRecord(id, {
    stage: confirmed ? 'confirmed' : 'failed',
    batch: { ...batch, hashes: [...new Set(seen.map(({ hash }) => hash))] },
    steps: record.steps.map((step, index) => ({
      ...step,
      status: holds[index] === true ? 'done' : 'waiting',
    })),
    blockNumber: blocks.length === 0 ? null : blocks.reduce((last, block) => (block > last ? block : last)),
    finishedAt: Date.now(),
    sentAt: record.sentAt ?? record.startedAt,
    problem: confirmed ? null : await problemOf(record, status, seen),
    outcome: confirmed ? outcomesOf(calls, (index) => receiptOf(index)?.logs ?? [], account) : null,
  })
  void report(record, seen, intents)
  return 'ended'
}

/** Whether a figure of the calls has changed on the chain; true without figures. A wallet may report a mined batch without naming a transaction. */
async function hasChanged({ before, batch: { calls }, account }: Followed): Promise<boolean> {
  if (before == null) return true
  const now = await readStates(calls, account, currentConfig())
  return now !== null && now.values.some((value, index) => value !== before[index])
}

/** The receipt, with only the logs on which wallet and chain agree; null while no node has the receipt. */
async function onChain(receipt: BatchReceipt): Promise<BatchReceipt | null> {
  const own = (await readRpc('eth_getTransactionReceipt', [receipt.hash])) as Receipt | null
  if (own === null) return null
  return {
    hash: receipt.hash,
    succeeded: receipt.succeeded && own.status === '0x1',
    block: BigInt(own.blockNumber),
    logs: logsOnBoth(receipt.logs, own.logs),
  }
}

/** Combines the outcomes of all calls. The next step comes from the last call that names a next step. */
function outcomesOf(
  calls: readonly IntendedCall[],
  logsOf: (index: number) => BatchReceipt['logs'],
  sender: HexString,
): Outcome {
  const outcomes = calls
    .map((call, index) => outcomeOf(call, logsOf(index), sender))
    .filter((one) => one !== null)
  return {
    facts: outcomes.flatMap(({ facts }) => facts),
    next:
      outcomes
        .map(({ next }) => next)
        .filter((next) => next !== null)
        .at(-1) ?? null,
    changes: [],
  }
}

async function problemOf(
  { account, batch: { calls } }: Followed,
  { state }: BatchStatus,
  receipts: readonly BatchReceipt[],
): Promise<Problem> {
  if (state === 'abandoned') return { code: 'batchAbandoned' }
  if (state === 'partly') return { code: 'batchPartly' }
  const block = receipts.at(-1)?.block
  const tag = block === undefined ? 'latest' : (`0x${block.toString(16)}` as const)
  // A later call may need what an earlier call changes.
  const config = currentConfig()
  const bytes = calls.map((call) => encodeCall(call, config))
  const simulated = await simulateTogether(account, bytes, config, tag).catch(() => null)
  if (simulated?.kind === 'reverted') return simulated.problem
  return { code: 'reverted', error: null, values: [], reason: null }
}

/**
 * Reports the transactions that a server can check: transactions that the account sent directly to the contract, with one call each. If the
 * wallet carried out the batch as one transaction, the server needs no report and finds the transaction in the chain's logs.
 */
async function report(
  { batch: { calls } }: Followed,
  receipts: readonly BatchReceipt[],
  intents: readonly Intent[],
): Promise<void> {
  const main = calls.filter(({ name }) => name !== 'approve')
  for (const { hash } of receipts) {
    const known = (await readRpc('eth_getTransactionByHash', [hash]).catch(
      () => null,
    )) as MinedTransaction | null
    const index = main.findIndex((call) => isCall(known, call))
    createReporter(intents[index]?.report)(hash)
  }
}

function isCall(transaction: MinedTransaction | null, call: IntendedCall): boolean {
  const { to, data } = encodeCall(call, currentConfig())
  const same = (one: HexString | null | undefined, other: HexString) =>
    one?.toLowerCase() === other.toLowerCase()
  return same(transaction?.to, to) && same(transaction?.input, data)
}
