/** Sends one transaction through the wallet: the last checks, the request, the hash. */
import { transactionHash } from '@galx/protocol/transactionHash'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { readRpc } from '../chain/rpc.ts'
import { useAppStore } from '../state/appStore.ts'
import type { Eip1193Provider } from '../wallet/walletStore.ts'
import { checkGenesis } from '../wallet/genesis.ts'
import { readChainId, toChainHex } from '../wallet/switchChain.ts'
import { decodeCall, encodeCall, firstDifference } from './calldata.ts'
import type { Calldata } from './calls/callFile.ts'
import type { IntendedCall } from './calls/index.ts'
import { ProblemError, type Problem } from './problem.ts'
import { changeRecord } from './records.ts'
import { estimateGas, lacksAllowance, requestOf, simulate, type GasEstimate } from './simulate.ts'
import { sponsorOf } from './sponsor.ts'
import type { TransactionRecord, TransactionStep } from './transactionStore.ts'
import { confirmUnsure, confirmUntried, isUnanswered, readOrConfirm, walletAnswer } from './silent.ts'

/** One intent in the machine. */
export type Run = {
  id: string
  account: HexString
  provider: Eip1193Provider
  config: WebConfig
  steps: TransactionStep[]
  /** see TransactionRecord */
  linked?: TransactionRecord['linked']
  /** see silent.ts */
  asked?: Map<Problem['code'], Promise<void>>
}

/** @throws ProblemError always */
export function fail(problem: Problem): never {
  throw new ProblemError(problem)
}

/**
 * Checks by chain id and first block that the wallet is on the configured chain. If the wallet's node does not show this block, the app asks the person.
 * @throws ProblemError if the wallet is on another chain or does not name its chain, or if the person does not go on
 */
export async function requireChain(run: Run): Promise<void> {
  const { provider, config } = run
  const chainId = await readChainId(provider)
  if (chainId === null) fail({ code: 'chainUnnamed' })
  if (chainId !== config.chainId) fail({ code: 'wrongChain' })
  const genesis = await checkGenesis(provider, config.genesisHash)
  if (genesis === 'different') fail({ code: 'wrongGenesis' })
  if (genesis === 'unknown') await confirmUnsure(run)
}

export type Sent = Pick<TransactionRecord, 'nonce' | 'sentBlock'> & { hash: HexString }

/**
 * Sends one transaction to the wallet. Before that, simulates it, checks the gas, decodes its bytes again, and checks the wallet's chain
 * and account once more. If no node answers and the person goes on, the wallet chooses the gas.
 * @param late receives a transaction that is sent after the person has stopped waiting for the wallet
 */
export async function signAndSend(
  run: Run,
  call: IntendedCall,
  late?: (sent: Promise<Sent>) => void,
): Promise<Sent> {
  const { account, provider, config } = run
  const calldata = encodeCall(call, config)
  const problem = await tried(run, calldata)
  if (problem !== null) fail(problem)
  const estimate = await readOrConfirm(run, () => affordableGas(run, calldata))
  const difference = firstDifference(call, decodeCall(calldata, config))
  if (difference !== null) fail({ code: 'calldataMismatch', field: difference })
  const [nonce, block] = (await Promise.all([
    readOrConfirm(run, () => readRpc('eth_getTransactionCount', [account, 'pending'])),
    readOrConfirm(run, () => readRpc('eth_blockNumber', [])),
  ])) as [string | null, string | null]
  // Network and account may have changed in the wallet since the first checks, or while an approval was mined.
  await requireChain(run)
  if (useAppStore.getState().address !== account) fail({ code: 'accountChanged' })
  const sponsor = estimate?.sponsor ?? null
  changeRecord(run.id, {
    stage: 'signing',
    ...(estimate !== null && { fee: estimate.fee }),
    sponsor,
  })
  const transaction = {
    ...requestOf(account, calldata),
    ...(estimate !== null && { gas: toHex(estimate.gas) }),
    // A sponsor takes only transactions that offer no fee.
    ...(sponsor !== null && { gasPrice: '0x0' }),
    // The network can also change while the wallet asks the person. Then only the wallet can refuse the transaction.
    chainId: toChainHex(config.chainId),
  }
  const sent = provider
    .request({ method: 'eth_sendTransaction', params: [transaction] })
    .then((answer): Sent => {
      const hash = transactionHash(answer)
      if (hash === null) return fail({ code: 'walletFault', message: 'no transaction hash' })
      return {
        hash,
        nonce: nonce === null ? null : Number(nonce),
        sentBlock: block === null ? null : BigInt(block),
      }
    })
  return walletAnswer(run.id, sent, late)
}

/** The number of attempts, and the milliseconds between two attempts. Nodes behind one address may lag behind each other. */
const TRIALS = 6
const TRIAL_EVERY = 1_000

/**
 * Simulates the call. If an approval was just mined, repeats the simulation until the node has the approval's block. If no node answers, asks
 * the person whether to send the transaction anyway.
 */
export async function tried(run: Run, calldata: Calldata): Promise<Problem | null> {
  const { account, steps } = run
  const approved = steps.some(({ kind, status }) => kind === 'approve' && status === 'done')
  for (let trials = 1; ; trials += 1) {
    const problem = await simulate(account, calldata)
    if (problem !== null && isUnanswered(problem)) {
      await confirmUntried(run, problem)
      return null
    }
    if (!approved || problem === null || !lacksAllowance(problem) || trials === TRIALS) return problem
    await new Promise((resolve) => setTimeout(resolve, TRIAL_EVERY))
  }
}

type Affordable = GasEstimate & {
  /** the name of the sponsor that pays the fee; null: the account pays */
  sponsor: string | null
}

/** The gas limit and its cost. If the account cannot pay the cost, a sponsor has to pay it. @throws ProblemError if neither can pay */
async function affordableGas({ account, provider }: Run, calldata: Calldata): Promise<Affordable> {
  const [estimate, balance] = await Promise.all([
    estimateGas(account, calldata),
    readRpc('eth_getBalance', [account, 'latest']),
  ])
  const { fee, gas } = estimate
  const available = BigInt(balance as string)
  const { value = 0n } = calldata
  if (available >= value + fee) return { ...estimate, sponsor: null }
  if (available >= value) {
    const sponsor = await sponsorOf(provider, { ...requestOf(account, calldata), gas: toHex(gas) })
    if (sponsor !== null) return { ...estimate, sponsor }
  }
  if (value > 0n) shortOfNative(value + fee, available)
  return fail({ code: 'insufficientGas', needed: fee.toString(), available: available.toString() })
}

function toHex(amount: bigint): HexString {
  return `0x${amount.toString(16)}`
}

/** Reports that the account has too little of the chain's own coin. Amounts are wei. @throws ProblemError always */
export function shortOfNative(needed: bigint, available: bigint): never {
  return fail({
    code: 'insufficientToken',
    token: 'BNB',
    needed: needed.toString(),
    available: available.toString(),
  })
}
