/** The transaction machine's way up to the sent hash: checks, permits or approvals, simulation, comparison, signature. */
import type { HexString } from '@galx/protocol/webConfig'
import { refreshChain } from '../chain/refresh.ts'
import { ChainUnreachable, readRpc, RpcError } from '../chain/rpc.ts'
import { tokenOf } from '../chain/tokens.ts'
import { currentConfig } from '../config/configStore.ts'
import { useAppStore } from '../state/appStore.ts'
import { awaitMatch } from './awaitMatch.ts'
import { notify } from '../state/effects.ts'
import { connectWallet, enterChain } from '../wallet/connect.ts'
import { isPending, isRefusal, type Eip1193Provider } from '../wallet/eip1193.ts'
import { checkGenesis } from '../wallet/genesis.ts'
import { WalletSilent } from '../wallet/patience.ts'
import { readChainId } from '../wallet/switchChain.ts'
import { useWalletStore } from '../wallet/walletStore.ts'
import { readAllowances, type SpendFacts } from './allowances.ts'
import { encodeCall } from './calldata.ts'
import type { Spend } from './calls/callFile.ts'
import { fileOf, type IntendedCall } from './calls/index.ts'
import type { Intent, Plan } from './intent.ts'
import { readStates } from './outcome.ts'
import { signPermit, type Wallet } from './permit.ts'
import { type Problem, ProblemError } from './problem.ts'
import { addRecord, changeRecord } from './records.ts'
import { fail, shortOfNative, signAndSend, type Run, type Sent } from './send.ts'
import { revertOf, simulate } from './simulate.ts'
import type { TransactionRecord, TransactionStep } from './transactionStore.ts'
import { follow, type Receipt, watch } from './watch.ts'
import { walletAnswer } from './walletAnswer.ts'
import { errorTexts } from './errorTexts.ts'

let inHand = false

/** See runTransaction. */
export async function run(intent: Intent): Promise<TransactionRecord | null> {
  const errors = errorTexts.current()
  if (useAppStore.getState().disabeldMatch) return turnAway(errors.awaitingMatch)
  if (inHand) return turnAway(errors.busy)
  inHand = true
  try {
    const connected = await connection()
    if (connected === null) return null
    const started = begin(intent, connected.account)
    return await carryOut(intent, { ...connected, id: started.id, config: currentConfig(), steps: [] })
  } finally {
    inHand = false
  }
}

function turnAway(text: string): null {
  notify(text, { kind: 'info' })
  return null
}

/** The connected account and its wallet; connects where needed. Null when that did not work; a message has said so. */
async function connection(): Promise<{ account: HexString; provider: Eip1193Provider } | null> {
  if (useAppStore.getState().address === null && (await connectWallet()) !== 'connected') return null
  const account = useAppStore.getState().address
  const provider = useWalletStore.getState().connected?.provider
  return account === null || provider === undefined
    ? turnAway(errorTexts.current().notConnected)
    : { account, provider }
}

function begin(intent: Intent, account: HexString): TransactionRecord {
  const config = currentConfig()
  const now = Date.now()
  const record: TransactionRecord = {
    id: `${now.toString(36)}-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? ''}`,
    account,
    chainId: config.chainId,
    genesisHash: config.genesisHash,
    title: intent.describe(),
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
  addRecord(record)
  return record
}

async function carryOut(intent: Intent, run: Run): Promise<TransactionRecord> {
  const { id } = run
  const end = (change: Partial<TransactionRecord>) => changeRecord(id, { ...change, finishedAt: Date.now() })
  try {
    await checkChain(run)
    const plan = await prepare(intent, run.account)
    const { facts, deal } = plan
    changeRecord(id, { call: plan.call, ...(facts && { facts }), ...(deal && { deal }) })
    const call = await obtainAllowances(plan, run)
    const states = await readStates(call, run.account, run.config)
    changeRecord(id, { before: states?.values ?? null })
    const sent = await signAndSend(run, call, (late) => void takeLate(late, intent, run, call))
    return follows(sent, intent, run, call)
  } catch (error) {
    if (isRefusal(error)) return end({ stage: 'refused' })
    if (error instanceof WalletSilent) return end({ stage: 'failed', problem: { code: 'walletSilent' } })
    if (error instanceof ProblemError) return end({ stage: 'failed', problem: error.problem })
    if (error instanceof ChainUnreachable)
      return end({ stage: 'failed', problem: { code: 'chainUnreachable' } })
    if (error instanceof RpcError) return end({ stage: 'failed', problem: revertOf(error) })
    if (isPending(error)) return end({ stage: 'failed', problem: { code: 'walletPending' } })
    return end({ stage: 'failed', problem: { code: 'walletFault', message: messageOf(error) } })
  } finally {
    void refreshChain()
  }
}

/** The transaction is sent: from here on the chain decides. */
function follows(sent: Sent, intent: Intent, run: Run, call: IntendedCall): TransactionRecord {
  const record = changeRecord(run.id, {
    ...sent,
    call,
    stage: 'pending',
    steps: doneSteps(run),
    sentAt: Date.now(),
    finishedAt: null,
    problem: null,
  })
  awaitMatch()
  void watch(run.id, intent)
  return record
}

/** The person stopped waiting, and the wallet sends after all: what is on its way is shown, whatever was said before. */
async function takeLate(late: Promise<Sent>, intent: Intent, run: Run, call: IntendedCall): Promise<void> {
  try {
    follows(await late, intent, run, call)
  } catch (error) {
    if (isRefusal(error)) changeRecord(run.id, { stage: 'refused', problem: null })
  }
}

async function prepare(intent: Intent, account: HexString): Promise<Plan> {
  try {
    return await intent.prepare(account)
  } catch (error) {
    if (error instanceof ProblemError || error instanceof ChainUnreachable) throw error
    return fail({ code: 'notPrepared', message: messageOf(error) })
  }
}

/** The wallet is on the configured chain: its chain id and its first block say so. */
async function checkChain({ provider, config }: Run): Promise<void> {
  if ((await readChainId(provider)) !== config.chainId) {
    await enterChain()
    const chainId = await readChainId(provider)
    if (chainId === null) fail({ code: 'walletSilent' })
    if (chainId !== config.chainId) fail({ code: 'wrongChain' })
  }
  const genesis = await checkGenesis(provider, config.genesisHash)
  if (genesis === 'different') fail({ code: 'wrongGenesis' })
  if (genesis === 'unknown') fail({ code: 'genesisUnknown' })
}

/**
 * Checks the balances, then gets the allowances the call needs: a permit where token, call and wallet take one, else an
 * approval of exactly the amount, in a transaction of its own.
 * @returns the call to send, with the permits in it
 */
async function obtainAllowances(plan: Plan, run: Run): Promise<IntendedCall> {
  const { account, config } = run
  const { permits, spender: spenderOf } = fileOf(plan.call)
  const spender = spenderOf(config)
  // Calls without a spender take nothing by allowance; the account's own address then only fills the place.
  const facts = await readAllowances(account, plan.spends, spender ?? account, config)
  for (const { token, amount, balance } of facts.spends)
    if (balance < amount)
      fail({ code: 'insufficientToken', token, needed: amount.toString(), available: balance.toString() })
  const { value = 0n } = encodeCall(plan.call, config)
  if (facts.native < value) shortOfNative(value, facts.native)
  const missing = facts.spends.filter(({ allowance, amount }) => allowance < amount)
  const byPermit = ({ token }: Spend) =>
    tokenOf(config, token).permit && permits?.takes(plan.call, token, config) === true
  run.steps.push(...missing.map((spend) => step(byPermit(spend) ? 'permit' : 'approve', spend)), {
    kind: 'call',
    token: null,
    status: 'waiting',
  })
  changeRecord(run.id, { steps: [...run.steps] })

  const problem = await simulate(account, encodeCall(plan.call, config))
  // Without the allowance the call cannot work yet; any other reason is final, and better known before signing anything.
  if (problem !== null && (missing.length === 0 || !lacksAllowance(problem))) fail(problem)
  if (facts.native === 0n && (await readRpc('eth_gasPrice', [])) !== '0x0') fail({ code: 'noGas' })

  let call = plan.call
  for (const [index, spend] of missing.entries()) {
    activate(run, index)
    if (spender === null) return fail({ code: 'notPrepared', message: `${call.name} takes no tokens` })
    const permitted = byPermit(spend)
      ? await withPermit(call, spend, spender, facts.permitDeadline, run)
      : null
    if (permitted === null) await approve(spend, spender, run, index)
    else call = permitted
  }
  activate(run, missing.length)
  return call
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

function doneSteps(run: Run) {
  return run.steps.map((item) => ({ ...item, status: 'done' as const }))
}

/** The call with a permit for the spend in it; null when the wallet cannot sign one. */
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
  const signature = await signPermit(wallet, request, account, config)
  return signature === null ? null : permits.add(call, token, signature, config)
}

/** Approves exactly what the call takes, and waits for it: the call could not be simulated before. */
async function approve(spend: Spend, spender: HexString, run: Run, index: number): Promise<void> {
  const { token, amount } = spend
  run.steps = run.steps.map((item, at) => (at === index ? { ...item, kind: 'approve' } : item))
  changeRecord(run.id, { steps: run.steps })
  const { hash } = await signAndSend(run, { name: 'approve', token, spender, amount })
  changeRecord(run.id, { hash, stage: 'pending' })
  if (!(await isApproved(hash, spend, spender, run))) fail({ code: 'approvalFailed', token })
}

/**
 * Waits for an approval to work or to fail. Sped up in the wallet it has another hash, which no wallet reports; the allowance
 * itself then says that it worked.
 */
async function isApproved(
  hash: HexString,
  spend: Spend,
  spender: HexString,
  { account, config }: Run,
): Promise<boolean> {
  let approved = false
  await follow(async () => {
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

const ALLOWANCE_ERRORS: readonly string[] = [
  'ERC20InsufficientAllowance',
  'InsufficientAllowance',
  'SafeERC20FailedOperation',
]

function lacksAllowance(problem: Problem): boolean {
  if (problem.code !== 'reverted') return false
  // BSC-USD and its like say it in words, and some tokens give no reason at all.
  return problem.error === null || ALLOWANCE_ERRORS.includes(problem.error)
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message
  const { message } = (typeof error === 'object' && error !== null ? error : {}) as { message?: unknown }
  return typeof message === 'string' ? message : String(error)
}
