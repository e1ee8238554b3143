/** Gets the allowances of one call, one after the other: a permit if token, call and wallet support permits, else an exact approval. */
import type { HexString } from '@galx/protocol/webConfig'
import { readRpc } from '../chain/rpc.ts'
import { WalletTimeoutError } from '../wallet/answerTimeout.ts'
import { readAllowances, type SpendFacts, takesPermit, type Needs } from './needs.ts'
import type { Spend } from './calls/callFile.ts'
import { encodeCall } from './calldata.ts'
import { fileOf, type IntendedCall } from './calls/index.ts'
import { avoidPermits, signPermit, type Wallet } from './permit.ts'
import { ProblemError } from './problem.ts'
import { changeRecord } from './records.ts'
import { fail, signAndSend, tried, type Run } from './send.ts'
import { lacksAllowance } from './simulate.ts'
import { useTransactionStore, type TransactionStep } from './transactionStore.ts'
import { pollUntilSettled, type Receipt } from './watch.ts'
import { walletAnswer } from './silent.ts'

/** @returns the call to send, including the permits */
export async function obtainAllowances(needs: Needs, run: Run): Promise<IntendedCall> {
  const { missing, spender, permitDeadline } = needs
  run.steps = [
    ...missing.map((spend) => step(takesPermit(needs, spend, run) ? 'permit' : 'approve', spend)),
    { kind: 'call', token: null, status: 'waiting' },
  ]
  changeRecord(run.id, { steps: run.steps })
  let { call } = needs.plan
  const permitted: number[] = []
  for (const [index, spend] of missing.entries()) {
    if (spender === null) break
    activate(run, index)
    const withOne = takesPermit(needs, spend, run)
      ? await withPermit(call, spend, spender, permitDeadline, run)
      : null
    if (withOne === null) await approve(spend, spender, run, index)
    else {
      call = withOne
      permitted.push(index)
    }
  }
  if (spender !== null && permitted.length > 0 && (await isPermitRefused(call, run))) {
    avoidPermits(run.provider)
    for (const index of permitted) {
      activate(run, index)
      await approve(missing[index] as SpendFacts, spender, run, index)
    }
    call = needs.plan.call
  }
  activate(run, missing.length)
  return call
}

/** The contracts' errors for a permit that the account itself did not sign. For example, the owner of a contract account signed the permit. */
const PERMIT_ERRORS: readonly (string | null)[] = [
  'ERC2612InvalidSigner',
  'ERC2612ExpiredSignature',
  'InvalidAccountNonce',
  'InvalidPermit',
  'PermitExpired',
  'ECDSAInvalidSignature',
  'ECDSAInvalidSignatureS',
]

/** Whether the contract refuses the permits in the call. Without the permits, the call lacked nothing but the allowance (needs.ts). */
async function isPermitRefused(call: IntendedCall, run: Run): Promise<boolean> {
  const problem = await tried(run, encodeCall(call, run.config))
  if (problem?.code !== 'reverted') return false
  return lacksAllowance(problem) || PERMIT_ERRORS.includes(problem.error)
}

function step(kind: 'permit' | 'approve', { token }: Spend): TransactionStep {
  return {
    kind,
    token,
    status: 'waiting',
  }
}

function activate(run: Run, active: number): void {
  run.steps = run.steps.map((item, index) => ({
    ...item,
    status: index < active ? 'done' : index === active ? 'active' : 'waiting',
  }))
  changeRecord(run.id, { steps: run.steps, stage: 'signing', hash: null })
}

/**
 * The call with a permit for the spend; null if the wallet gives no permit.
 * @throws ProblemError if the person stops waiting for the wallet; else the wallet's refusal
 */
async function withPermit(
  call: IntendedCall,
  { token, amount, name, nonce }: SpendFacts,
  spender: HexString,
  deadline: bigint,
  { id, provider, account, config }: Run,
): Promise<IntendedCall | null> {
  const { permits } = fileOf(call)
  if (permits === undefined || name === null || nonce === null) return null
  const request = { token, spender, name, nonce, amount, deadline }
  const wallet: Wallet = { request: (asked) => walletAnswer(id, provider.request(asked)) }
  try {
    const signature = await signPermit(wallet, request, account, config)
    if (signature !== null) return permits.add(call, token, signature, config)
    avoidPermits(provider)
    return null
  } catch (error) {
    if (!(error instanceof WalletTimeoutError)) throw error
    // A late answer is ignored: no call follows it.
    avoidPermits(provider)
    return fail({ code: 'permitSilent' })
  }
}

/** Approves exactly the amount that the call takes. Waits until the approval is mined, because the call cannot be simulated before then. */
async function approve(spend: Spend, spender: HexString, run: Run, index: number): Promise<void> {
  const { token, amount } = spend
  run.steps = run.steps.map((item, at) => (at === index ? { ...item, kind: 'approve' } : item))
  changeRecord(run.id, { steps: run.steps })
  const { hash } = await signAndSend(run, { name: 'approve', token, spender, amount }).catch(
    (error: unknown) => {
      // A late answer is ignored here, too.
      throw error instanceof WalletTimeoutError ? new ProblemError({ code: 'allowanceSilent' }) : error
    },
  )
  changeRecord(run.id, { hash, stage: 'pending' })
  if (!(await unlessStopped(spend, run, (left) => isApproved(hash, spend, spender, run, left))))
    fail({ code: 'approvalFailed', token })
}

/**
 * The result of `wait`. An approval with too low a fee may stay pending for hours and would block every other transaction,
 * even a withdrawal. So the person can stop waiting at any time.
 * @param wait receives `left`, which returns true once the person has stopped waiting
 * @throws ProblemError if the person stops waiting: the call is then not sent, even if the approval succeeds later
 */
async function unlessStopped<T>(
  { token }: Spend,
  { id }: Run,
  wait: (left: () => boolean) => Promise<T>,
): Promise<T> {
  let left = false
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => {
      left = true
      reject(new ProblemError({ code: 'approvalLeft', token }))
    }
    useTransactionStore.setState({ silent: { id, stop, approval: true } })
  })
  try {
    return await Promise.race([wait(() => left), stopped])
  } finally {
    useTransactionStore.setState(({ silent }) => (silent?.id === id ? { silent: null } : {}))
  }
}

/**
 * Waits until an approval has succeeded or failed. If the person speeds up the approval in the wallet, its hash changes, and no wallet reports
 * the new hash. In that case the allowance itself shows the success.
 */
async function isApproved(
  hash: HexString,
  spend: Spend,
  spender: HexString,
  { account, config }: Run,
  left: () => boolean,
): Promise<boolean> {
  let approved = false
  await pollUntilSettled(async () => {
    if (left()) return 'ended'
    const receipt = (await readRpc('eth_getTransactionReceipt', [hash])) as Receipt | null
    if (receipt !== null) {
      approved = receipt.status === '0x1'
      return 'ended'
    }
    if ((await readRpc('eth_getTransactionByHash', [hash])) !== null) return 'pending'
    const { spends } = await readAllowances(account, [spend], spender, config)
    approved = spends.every(({ allowance, amount }) => allowance >= amount)
    return approved ? 'ended' : 'missing'
  })
  return approved
}
