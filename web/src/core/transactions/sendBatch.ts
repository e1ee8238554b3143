/** Several calls in one confirmation (EIP-5792): approvals with the calls that need them, or several intents at once. */
import { errorCode, isPending, isRefusal } from '@galx/protocol/walletErrors'
import { useAppStore } from '../state/appStore.ts'
import { WalletTimeoutError, withTimeout, READ_TIMEOUT } from '../wallet/answerTimeout.ts'
import { useWalletStore, type Eip1193Provider } from '../wallet/walletStore.ts'
import { readRpc } from '../chain/rpc.ts'
import type { IntendedCall } from './calls/index.ts'
import type { Intent } from './intent.ts'
import { approvalsOf, type Needs } from './needs.ts'
import { readStates } from './outcome.ts'
import { ProblemError } from './problem.ts'
import { changeRecord } from './records.ts'
import { fail, requireChain, type Run } from './send.ts'
import type { Batch, TransactionRecord, TransactionStep } from './transactionStore.ts'
import {
  apartReason,
  avoidBatches,
  DUPLICATE_BATCH,
  newBatchId,
  requestBatch,
  takesBatches,
  UNKNOWN_BATCH,
  readBatchStatus,
} from './walletBatches.ts'
import { walletAnswer } from './silent.ts'

/**
 * Sends all calls to the wallet at once, if there are several calls and the wallet takes batches. The calls of linked intents go to the wallet
 * at once only if it carries out all of them or none: without the first intent, the second would take what the account already had.
 * @param follows takes over once the wallet has accepted the batch, even if the person has stopped waiting before
 * @returns null if each call must be requested separately; then nothing was sent
 * @throws the wallet's error, including its refusal
 */
export async function sendBatch(
  needs: readonly Needs[],
  intents: readonly Intent[],
  run: Run,
  follows: (change: Partial<TransactionRecord>) => TransactionRecord,
  refused: (error: unknown) => void,
): Promise<TransactionRecord | null> {
  const { provider, account, config } = run
  const atomic = run.linked !== undefined && needs.length > 1
  const steps: (TransactionStep & { call: IntendedCall })[] = needs.flatMap((need, index) => [
    ...approvalsOf(need).map((call, at) => ({
      kind: 'approve' as const,
      token: need.missing[at]?.token ?? null,
      status: 'active' as const,
      call,
    })),
    {
      kind: 'call' as const,
      token: null,
      status: 'active' as const,
      ...(needs.length > 1 && { title: need.plan.title ?? intents[index]?.describe() ?? '' }),
      call: need.plan.call,
    },
  ])
  if (steps.length < 2 || !(await takesBatches(provider, account, config.chainId, atomic))) return null
  const calls = steps.map(({ call }) => call)
  const states = await readStates(calls, account, config)
  await requireChain(run)
  if (useAppStore.getState().address !== account) fail({ code: 'accountChanged' })

  const id = newBatchId()
  const wallet = useWalletStore.getState().connected?.id
  const batchBy = (known: string): Batch => ({ id: known, calls, hashes: [], ...(wallet && { wallet }) })
  const sentBefore = await countSent(account)
  run.steps = steps.map(({ call: _, ...step }) => step)
  changeRecord(run.id, {
    steps: run.steps,
    stage: 'signing',
    before: states?.values ?? null,
    // Stored before the wallet is asked, so that the app can ask for the batch's state after a reload.
    batch: batchBy(id),
  })
  const accepted = (given: string) =>
    follows({ batch: batchBy(given), hash: null, nonce: null, sentBlock: null })
  try {
    const asked = requestBatch(provider, { id, account, calls, atomic, config })
    return accepted(await walletAnswer(run.id, asked, (late) => void late.then(accepted, refused)))
  } catch (error) {
    if (errorCode(error) === DUPLICATE_BATCH) {
      // Only this batch has this id, so the wallet already has the batch. Sending it again would carry out everything twice.
      accepted(id)
      return changeRecord(run.id, { problem: { code: 'batchDuplicate' } })
    }
    if (error instanceof ProblemError || isRefusal(error) || isPending(error)) throw error
    avoidBatches(provider)
    if (error instanceof WalletTimeoutError) throw error
    const apart = apartReason(error)
    const trace = apart === null ? await traceBatch(provider, { id, account, sentBefore }) : 'none'
    if (trace === 'taken') return accepted(id)
    changeRecord(run.id, { batch: null, before: null, apart: apart ?? 'fault' })
    return trace === 'none' ? null : fail({ code: 'batchUnclear' })
  }
}

/** The number of polls, and the milliseconds between two polls. A node may show a transaction only a moment after the wallet has sent it. */
const POLLS = 3
const POLL_EVERY = 1_000

/** The number of the account's transactions that the nodes know, mined or not; null if no node answers. */
async function countSent(account: string): Promise<number | null> {
  const count = await readRpc('eth_getTransactionCount', [account, 'pending']).catch(() => null)
  return count === null ? null : Number(count)
}

/**
 * Searches for transactions of a batch that a wallet may have sent although it answered with an error. `taken`: the wallet knows the batch,
 * so the batch can be followed. `unclear`: some calls may have been sent. `none`: nothing was sent.
 * @param sentBefore see countSent
 */
async function traceBatch(
  provider: Eip1193Provider,
  { id, account, sentBefore }: { id: string; account: string; sentBefore: number | null },
): Promise<'taken' | 'unclear' | 'none'> {
  for (let polls = 1; ; polls += 1) {
    const said = await askStatus(provider, id)
    if (said === 'taken') return 'taken'
    const sent = await countSent(account)
    if (sent !== null && sentBefore !== null && sent > sentBefore) return 'unclear'
    if (polls === POLLS) {
      if (said === 'unknown') return 'none'
      return sent === null || sentBefore === null || (await hasCode(account)) ? 'unclear' : 'none'
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY))
  }
}

/** Whether the account is a contract, or may be: the number of its transactions does not count the transactions that others send for the account. */
async function hasCode(account: string): Promise<boolean> {
  const code = await readRpc('eth_getCode', [account, 'latest']).catch(() => null)
  return code !== '0x'
}

async function askStatus(provider: Eip1193Provider, id: string): Promise<'taken' | 'unknown' | null> {
  try {
    const asked = provider.request({ method: 'wallet_getCallsStatus', params: [id] })
    return readBatchStatus(await withTimeout(asked, READ_TIMEOUT)) === null ? null : 'taken'
  } catch (error) {
    return errorCode(error) === UNKNOWN_BATCH ? 'unknown' : null
  }
}
