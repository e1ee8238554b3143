/** Checks once, before anything is signed, that the account has the balances, allowances and gas that a plan needs. */
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { erc20Abi, multicall3Abi } from '../chain/abis.ts'
import { type Answer, createBatch } from '../chain/multicall.ts'
import { ChainUnreachableError, readRpc } from '../chain/rpc.ts'
import { hasTwoNodes } from '../chain/nodeChoice.ts'
import { tokenOf } from '../chain/tokens.ts'
import type { Spend } from './calls/callFile.ts'
import { PERMIT_LIFETIME, permitsAvoided } from './permit.ts'
import { encodeCall } from './calldata.ts'
import { fileOf, type IntendedCall } from './calls/index.ts'
import type { Plan } from './intent.ts'
import { fail, type Run, shortOfNative } from './send.ts'
import { lacksAllowance, requestOf, simulate } from './simulate.ts'
import { confirmUntried, isUnanswered, readOrConfirm } from './silent.ts'
import { sponsorOf } from './sponsor.ts'

/** A spend, with the account's balance and allowance for it. */
export type SpendFacts = {
  balance: bigint
  /** for the call's spender */
  allowance: bigint
  /** for a permit; null if the token does not support permits */
  name: string | null
  nonce: bigint | null
} & Spend

export type Allowances = {
  /** one for each requested spend, in the same order */
  spends: SpendFacts[]
  /** wei of the native coin */
  native: bigint
  /** unix seconds by the chain's clock */
  permitDeadline: bigint
}

/**
 * Reads the facts at one block. If there is a second node, its answers are compared later.
 * @throws ChainUnreachableError if a token does not answer; see readRpc for the other errors
 */
export async function readAllowances(
  account: HexString,
  spends: Spend[],
  spender: HexString,
  config: WebConfig,
): Promise<Allowances> {
  const { Multicall3: multicall3 } = config.contracts
  const batch = createBatch()
  const native = batch.read(multicall3, multicall3Abi, 'getEthBalance', [account])
  const time = batch.read(multicall3, multicall3Abi, 'getCurrentBlockTimestamp', [])
  const block = batch.read(multicall3, multicall3Abi, 'getBlockNumber', [])
  // These fields identify the block, so that a second node's answers can be compared.
  if (hasTwoNodes())
    for (const name of ['getLastBlockHash', 'getCurrentBlockCoinbase'] as const)
      batch.read(multicall3, multicall3Abi, name, [])
  const facts = spends.map((spend) => {
    const { address } = tokenOf(config, spend.token)
    return {
      spend,
      balance: batch.read(address, erc20Abi, 'balanceOf', [account]),
      allowance: batch.read(address, erc20Abi, 'allowance', [account, spender]),
      name: batch.read(address, erc20Abi, 'name', []),
      nonce: batch.read(address, erc20Abi, 'nonces', [account]),
    }
  })
  const answered = await batch.run()
  const number = block()
  if (hasTwoNodes() && number.ok)
    import('../chain/comparing/compare.ts').then(
      ({ compareLater }) => compareLater(number.value, { light: [answered], heavy: [], own: [] }),
      () => {},
    )
  return {
    spends: facts.map(({ spend, balance, allowance, name, nonce }) => ({
      ...spend,
      balance: needed(balance),
      allowance: needed(allowance),
      name: optional(name),
      nonce: optional(nonce),
    })),
    native: needed(native),
    permitDeadline: needed(time) + BigInt(PERMIT_LIFETIME),
  }
}

function needed<T>(answer: Answer<T>): T {
  const result = answer()
  if (!result.ok) throw new ChainUnreachableError(result.reason)
  return result.value
}

function optional<T>(answer: Answer<T>): T | null {
  const result = answer()
  return result.ok ? result.value : null
}

export type Needs = {
  plan: Plan
  /** the contract that takes the tokens; null if the call takes no tokens */
  spender: HexString | null
  /** the spends whose allowance is too small */
  missing: SpendFacts[]
  /** unix seconds by the chain's clock */
  permitDeadline: bigint
}

/** The facts about a call that takes nothing by allowance, if no node answers and the person goes on. */
const UNKNOWN = { spends: [], native: null, permitDeadline: 0n }

/** More gas than any call of the app takes. A sponsor is asked again with the estimate, which needs the allowances. */
const ROUGH_GAS = '0xf4240'

/** @throws ProblemError if the plan would fail even with all its allowances, or if no node answers and the person does not go on */
export async function checkNeeds(plan: Plan, run: Run): Promise<Needs> {
  const { account, config } = run
  const spender = fileOf(plan.call).spender(config)
  // A call without a spender takes nothing by allowance. For such a call, the account's own address is only a placeholder.
  const read = () => readAllowances(account, plan.spends, spender ?? account, config)
  // A call that takes tokens by allowance needs these facts. Any other call, such as every withdrawal, can go on without these facts.
  const facts = plan.spends.length > 0 ? await read() : ((await readOrConfirm(run, read)) ?? UNKNOWN)
  for (const { token, amount, balance } of facts.spends)
    if (balance < amount)
      fail({ code: 'insufficientToken', token, needed: amount.toString(), available: balance.toString() })
  const { value = 0n } = encodeCall(plan.call, config)
  if (facts.native !== null && facts.native < value) shortOfNative(value, facts.native)
  const missing = missingOf(facts)
  if (missing.length > 0 && spender === null)
    fail({ code: 'notPrepared', message: `${plan.call.name} takes no tokens` })

  const problem = await simulate(account, encodeCall(plan.call, config))
  if (problem !== null && isUnanswered(problem)) await confirmUntried(run, problem)
  // A missing allowance is expected here. Any other reason is final, and is reported before anything is signed.
  else if (problem !== null && (missing.length === 0 || !lacksAllowance(problem))) fail(problem)
  if (facts.native === 0n && (await readOrConfirm(run, () => readRpc('eth_gasPrice', []))) !== '0x0') {
    const transaction = { ...requestOf(account, encodeCall(plan.call, config)), gas: ROUGH_GAS }
    if ((await sponsorOf(run.provider, transaction)) === null) fail({ code: 'noGas' })
  }
  return { plan, spender, missing, permitDeadline: facts.permitDeadline }
}

/** The spends whose allowance is too small. */
export function missingOf({ spends }: Pick<Allowances, 'spends'>): SpendFacts[] {
  return spends.filter(({ allowance, amount }) => allowance < amount)
}

/** Whether a permit can replace an approval: token and call support permits, and no permit has failed in this wallet. */
export function takesPermit(
  { plan: { call } }: Needs,
  { token }: SpendFacts,
  { config, provider }: Run,
): boolean {
  return (
    tokenOf(config, token).permit &&
    !permitsAvoided(provider) &&
    fileOf(call).permits?.takes(call, token, config) === true
  )
}

/** The calls that approve exactly the missing amounts. */
export function approvalsOf({ missing, spender }: Needs): IntendedCall[] {
  return spender === null
    ? []
    : missing.map(({ token, amount }) => ({ name: 'approve', token, spender, amount }))
}
