/** The needs of a plan before it can be sent: balances, allowances, gas. Checked once, before anything is signed. */
import type { HexString } from '@galx/protocol/webConfig'
import { readRpc } from '../chain/rpc.ts'
import { tokenOf } from '../chain/tokens.ts'
import { readAllowances, type SpendFacts } from './allowances.ts'
import { encodeCall } from './calldata.ts'
import { fileOf, type IntendedCall } from './calls/index.ts'
import type { Plan } from './intent.ts'
import { permitsAvoided } from './permit.ts'
import { fail, shortOfNative, type Run } from './send.ts'
import { lacksAllowance, simulate } from './simulate.ts'
import { confirmUntried, isUnanswered, readOrConfirm } from './confirmUntried.ts'

export type Needs = {
  plan: Plan
  /** the contract that takes the tokens; null if the call takes no tokens */
  spender: HexString | null
  /** the spends whose allowance is too small */
  missing: SpendFacts[]
  /** unix seconds by the chain's clock */
  permitDeadline: bigint
}

/** The needs of a call that takes nothing by allowance, while no node answers. */
const UNKNOWN = { spends: [], native: null, permitDeadline: 0n }

/** @throws ProblemError if the plan would fail whatever is signed, or if no node answers and the person does not go on */
export async function checkNeeds(plan: Plan, run: Run): Promise<Needs> {
  const { account, config } = run
  const spender = fileOf(plan.call).spender(config)
  // Calls without a spender take nothing by allowance. The account's own address is then only a placeholder.
  const read = () => readAllowances(account, plan.spends, spender ?? account, config)
  // A call that takes tokens by allowance needs the answer. A call that takes nothing, such as every withdrawal, can go on without it.
  const facts = plan.spends.length > 0 ? await read() : ((await readOrConfirm(run, read)) ?? UNKNOWN)
  for (const { token, amount, balance } of facts.spends)
    if (balance < amount)
      fail({ code: 'insufficientToken', token, needed: amount.toString(), available: balance.toString() })
  const { value = 0n } = encodeCall(plan.call, config)
  if (facts.native !== null && facts.native < value) shortOfNative(value, facts.native)
  const missing = facts.spends.filter(({ allowance, amount }) => allowance < amount)
  if (missing.length > 0 && spender === null)
    fail({ code: 'notPrepared', message: `${plan.call.name} takes no tokens` })

  const problem = await simulate(account, encodeCall(plan.call, config))
  if (problem !== null && isUnanswered(problem)) await confirmUntried(run, problem)
  // Without the allowance the call must fail. Any other reason is final, and is reported before anything is signed.
  else if (problem !== null && (missing.length === 0 || !lacksAllowance(problem))) fail(problem)
  if (facts.native === 0n && (await readOrConfirm(run, () => readRpc('eth_gasPrice', []))) !== '0x0')
    fail({ code: 'noGas' })
  return { plan, spender, missing, permitDeadline: facts.permitDeadline }
}

/** Whether a permit can replace an approval, as far as is known of token, call and wallet. */
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
