/**
 * The transaction machine up to sending. It checks the call, obtains permits and approvals or makes a batch, compares the encoded call with
 * the chosen call, and asks the wallet to sign.
 */
import type { HexString } from '@galx/protocol/webConfig'
import { errorCode, isPending, isRefusal } from '@galx/protocol/walletErrors'
import { refreshChain } from '../chain/refresh.ts'
import { ChainUnreachableError, RpcError } from '../chain/rpc.ts'
import { currentConfig } from '../config/configStore.ts'
import { APP_VERSION } from '../release/appVersion.ts'
import { safeVersionAfterThis } from '../release/readRelease.ts'
import { useAppStore } from '../state/appStore.ts'
import { notify } from '../state/effects.ts'
import { connectWallet, enterChain } from '../wallet/connect.ts'
import { WalletTimeoutError } from '../wallet/answerTimeout.ts'
import { readChainId } from '../wallet/switchChain.ts'
import { useWalletStore, type Eip1193Provider } from '../wallet/walletStore.ts'
import { obtainAllowances } from './allow.ts'
import { awaitMatch } from './awaitMatch.ts'
import type { OutcomeFact } from './calls/callFile.ts'
import type { IntendedCall } from './calls/index.ts'
import { errorTexts } from './errorTexts.ts'
import type { Intent, Plan } from './intent.ts'
import { checkLinked, untilConfirmed } from './linked.ts'
import { checkNeeds, type Needs } from './needs.ts'
import { readStates } from './outcome.ts'
import { ProblemError, type Problem } from './problem.ts'
import { lockRecord } from './recordLock.ts'
import { addRecord, changeRecord } from './records.ts'
import { fail, requireChain, signAndSend, type Run, type Sent } from './send.ts'
import { sendBatch } from './sendBatch.ts'
import { revertOf, unansweredProblem } from './simulate.ts'
import { useTransactionStore, type TransactionRecord } from './transactionStore.ts'
import { watch } from './watch.ts'
import { watchBatch } from './watchBatch.ts'

let isBusy = false

/** How linked intents begin: after this confirmed transaction, or with the first intent (null). */
type Link = { before: TransactionRecord | null }

/**
 * Carries out intents for the connected account, each with its own record (sendCalls and sendLinked describe the order and the result). Never
 * throws.
 * @param link present if the intents are linked
 */
export async function carryOut(intents: readonly Intent[], link?: Link): Promise<TransactionRecord | null> {
  const errors = errorTexts.current()
  if (useAppStore.getState().disabeldMatch) return reject(errors.awaitingMatch)
  if (isBusy) {
    // Opens the sheet of the transaction that is waiting, so that the person can stop that transaction.
    useTransactionStore.setState(({ silent }) => (silent === null ? {} : { currentId: silent.id }))
    return reject(errors.busy)
  }
  isBusy = true
  const held: (() => void)[] = []
  try {
    const connected = await connection()
    if (connected === null) return null
    const begin = (some: readonly Intent[], linked: Run['linked'], before: TransactionRecord | null) => {
      const record: TransactionRecord = {
        ...newRecord(some, connected.account),
        ...(linked && { linked }),
        ...(before && { after: before.id, earlier: before.outcome?.facts ?? [] }),
      }
      // Locked before the record is stored: another tab would treat an unlocked record as left by a closed tab.
      held.push(lockRecord(record.id))
      addRecord(record)
      return record
    }
    const runOf = ({ id, linked }: TransactionRecord): Run => ({
      ...connected,
      id,
      config: currentConfig(),
      steps: [],
      ...(linked && { linked }),
    })
    const before = link?.before ?? null
    // The account has changed since the person pressed the button.
    if (before !== null && before.account !== connected.account) return reject(errors.accountChanged)
    const begun = begin(intents, link && (intents.length > 1 ? 'together' : 'last'), before)
    const together = await checkAndSend(intents, runOf(begun), before)
    if (together !== null) return together
    let ended: TransactionRecord | null = null
    for (const [index, intent] of intents.entries()) {
      if (link !== undefined && ended !== null) {
        ended = await untilConfirmed(ended)
        if (ended.stage !== 'confirmed') break
      }
      const first = link && { linked: 'first' as const }
      const record: TransactionRecord =
        index === 0
          ? changeRecord(begun.id, { title: intent.describe(), deal: [], leftOut: [], ...first })
          : begin([intent], link && 'last', link ? ended : null)
      ended = await checkAndSend([intent], runOf(record), link ? ended : null)
      if (ended?.stage !== 'pending') break
    }
    return ended
  } finally {
    isBusy = false
    for (const unlock of held) unlock()
  }
}

function reject(text: string): null {
  notify(text, { kind: 'info' })
  return null
}

/** The connected account and its wallet; connects if needed. Null if connecting failed; the person has seen a message. */
async function connection(): Promise<{ account: HexString; provider: Eip1193Provider } | null> {
  if (useAppStore.getState().address === null && (await connectWallet()) !== 'connected') return null
  const account = useAppStore.getState().address
  const provider = useWalletStore.getState().connected?.provider
  return account === null || provider === undefined
    ? reject(errorTexts.current().notConnected)
    : { account, provider }
}

function newRecord(intents: readonly Intent[], account: HexString): TransactionRecord {
  const config = currentConfig()
  const last = useTransactionStore.getState().list[0]?.startedAt ?? 0
  // Records are sorted by this time. So the time must grow even if the device's clock was set back.
  const now = Math.max(Date.now(), last + 1)
  const titles = intents.map((intent) => intent.describe())
  return {
    id: `${now.toString(36)}-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? ''}`,
    account,
    chainId: config.chainId,
    genesisHash: config.genesisHash,
    title: titles.length === 1 ? (titles[0] ?? '') : titles,
    call: null,
    stage: 'checking',
    steps: [],
    hash: null,
    nonce: null,
    startedAt: now,
    sentAt: null,
    sentBlock: null,
    finishedAt: null,
    blockNumber: null,
    problem: null,
    replacement: null,
  }
}

/** @returns null if several intents must be carried out separately: then nothing was signed or sent */
async function checkAndSend(
  intents: readonly Intent[],
  run: Run,
  before: TransactionRecord | null,
): Promise<TransactionRecord | null> {
  const { linked } = run
  try {
    const least = await safeVersionAfterThis(run.config)
    if (least !== null) fail({ code: 'versionUnsafe', version: APP_VERSION, least })
    await checkChain(run)
    const plans: Plan[] = []
    for (const intent of intents) plans.push(await prepare(intent, run.account, before?.outcome?.facts))
    const facts = plans.map((plan) => plan.facts).filter((some) => some !== undefined)
    const preview = plans.flatMap((plan) => plan.preview ?? [])
    const leftOut = plans.flatMap((plan) => plan.leftOut ?? [])
    const titles = intents.map((intent, index) => plans[index]?.title ?? intent.describe())
    changeRecord(run.id, {
      call: plans[0]?.call ?? null,
      title: titles.length === 1 ? (titles[0] ?? '') : titles,
      ...(leftOut.length > 0 && { leftOut }),
      ...(facts.length > 0 && { facts: Object.assign({}, ...facts) as Record<string, string> }),
      ...(preview.length > 0 && { deal: preview }),
      ...(linked === 'first' && plans[0]?.next && { next: plans[0].next }),
    })
    const needs =
      linked === 'together'
        ? await checkLinked(plans, run)
        : await Promise.all(plans.map((plan) => checkNeeds(plan, run)))
    const sent = await sendBatch(
      needs,
      intents,
      run,
      (change) => trackBatch(change, intents, run),
      (error) => endWith(run, error),
    )
    const [only, ...others] = needs
    if (sent !== null || only === undefined || others.length > 0) return sent
    return await sendAlone(only, intents[0] as Intent, run)
  } catch (error) {
    return endWith(run, error)
  } finally {
    void refreshChain()
  }
}

/** Sends one call, after its permits and approvals. */
async function sendAlone(needs: Needs, intent: Intent, run: Run): Promise<TransactionRecord> {
  const call = await obtainAllowances(needs, run)
  const states = await readStates([call], run.account, run.config)
  changeRecord(run.id, { before: states?.values ?? null })
  const late = (sent: Promise<Sent>) =>
    void sent.then(
      (given) => trackSent(given, intent, run, call),
      (error: unknown) => {
        if (isRefusal(error)) endWith(run, error)
      },
    )
  return trackSent(await signAndSend(run, call, late), intent, run, call)
}

/** Ends the record with the problem that stopped it. */
function endWith({ id }: Run, error: unknown): TransactionRecord {
  const change = (part: Partial<TransactionRecord>) =>
    changeRecord(id, { problem: null, ...part, finishedAt: Date.now() })
  if (isRefusal(error)) return change({ stage: 'refused' })
  if (error instanceof WalletTimeoutError)
    return change({ stage: 'failed', problem: { code: 'walletSilent' } })
  if (error instanceof ProblemError) return change({ stage: 'failed', problem: error.problem })
  if (error instanceof ChainUnreachableError)
    return change({ stage: 'failed', problem: unansweredProblem(error) })
  if (error instanceof RpcError) return change({ stage: 'failed', problem: revertOf(error) })
  return change({ stage: 'failed', problem: walletProblem(error) })
}

/** The error codes of EIP-1193 and JSON-RPC for which there is a separate `Problem`. */
const WALLET_CODES: Readonly<Record<number, Problem>> = {
  4100: { code: 'walletUnauthorised' },
  4200: { code: 'walletUnsupported' },
  [-32601]: { code: 'walletUnsupported' },
  4900: { code: 'walletDisconnected' },
  4901: { code: 'walletDisconnected' },
}

/** The `Problem` for an error of the wallet that is not the person's refusal. */
function walletProblem(error: unknown): Problem {
  if (isPending(error)) return { code: 'walletPending' }
  return WALLET_CODES[errorCode(error) ?? 0] ?? { code: 'walletFault', message: messageOf(error) }
}

/** The transaction is sent: from here on the chain decides. */
function trackSent(sent: Sent, intent: Intent, run: Run, call: IntendedCall): TransactionRecord {
  const steps = run.steps.map((item) => ({ ...item, status: 'done' as const }))
  const record = markPending({ ...sent, call, steps }, run)
  void watch(run.id, intent)
  return record
}

/** The wallet has accepted the batch. The wallet reports the result, and the chain must agree. */
function trackBatch(
  change: Partial<TransactionRecord>,
  intents: readonly Intent[],
  run: Run,
): TransactionRecord {
  const record = markPending(change, run)
  void watchBatch(run.id, intents)
  return record
}

function markPending(change: Partial<TransactionRecord>, { id }: Run): TransactionRecord {
  const record = changeRecord(id, {
    ...change,
    stage: 'pending',
    sentAt: Date.now(),
    finishedAt: null,
    problem: null,
  })
  awaitMatch()
  return record
}

async function prepare(
  intent: Intent,
  account: HexString,
  earlier: readonly OutcomeFact[] | undefined,
): Promise<Plan> {
  try {
    return await intent.prepare(account, earlier)
  } catch (error) {
    if (error instanceof ProblemError || error instanceof ChainUnreachableError) throw error
    return fail({ code: 'notPrepared', message: messageOf(error) })
  }
}

/** Switches the wallet to the configured chain if it is on another chain. */
async function checkChain(run: Run): Promise<void> {
  if ((await readChainId(run.provider)) !== run.config.chainId) await enterChain()
  await requireChain(run)
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message
  const { message } = (typeof error === 'object' && error !== null ? error : {}) as { message?: unknown }
  return typeof message === 'string' ? message : String(error)
}
