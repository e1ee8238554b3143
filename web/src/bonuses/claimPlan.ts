/** Simulates a claim before the person signs it, so that a refused voucher does not fail the rest of the claim. */
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'
import { currentConfig } from '../core/config/configStore.ts'
import { encodeCall } from '../core/transactions/calldata.ts'
import type { Plan } from '../core/transactions/intent.ts'
import { ProblemError, type Problem } from '../core/transactions/problem.ts'
import { simulate } from '../core/transactions/simulate.ts'
import { claimIntent } from '../staking/intents.ts'
import { callOf, titleOf, type Claim } from './claimModel.ts'

/**
 * The calls to send: the pools' rewards with all bonuses. If that would fail: the rewards with the bonuses that the chain would pay. If
 * that would fail too: the rewards alone. The plan names each bonus that is left out, with the reason.
 * @param pools the pools in the same claim; empty for bonuses alone
 * @param tokens the tokens of those pools
 * @throws ProblemError if nothing would be paid
 */
export async function claimPlan(
  account: HexString,
  pools: readonly PoolKey[],
  tokens: readonly TokenSymbol[],
  claims: readonly Claim[],
): Promise<Plan> {
  /** The contract's refusal of the call. A node that does not simulate the call refuses nothing. */
  const refusal = async (keys: readonly PoolKey[], some: readonly Claim[]) => {
    const problem = await simulate(account, encodeCall(callOf(account, keys, some), currentConfig()))
    return problem?.code === 'reverted' ? problem : null
  }
  const plan = (some: readonly Claim[]): Plan => ({ call: callOf(account, pools, some), spends: [] })

  const together = await refusal(pools, claims)
  // If no node answers, the transaction machine reports that.
  if (together === null) return plan(claims)
  const alone = await Promise.all(claims.map((claim) => refusal([], [claim])))
  const paid = claims.filter((_, index) => alone[index] === null)
  const some = paid.length > 0 && paid.length < claims.length && (await refusal(pools, paid)) === null
  const left = (problemOf: (index: number) => Problem | null) =>
    claims.flatMap(({ payable, token }, index) => {
      const problem = problemOf(index)
      return problem === null ? [] : [{ amount: payable.toString(), token, problem }]
    })
  if (some)
    return { ...plan(paid), title: titleOf(tokens, paid), leftOut: left((index) => alone[index] ?? null) }
  const [first, ...others] = pools
  if (first === undefined) throw new ProblemError(alone.find((problem) => problem !== null) ?? together)
  const base = claimIntent([first, ...others], tokens)
  return {
    ...(await base.prepare(account)),
    title: base.describe(),
    leftOut: left((index) => alone[index] ?? together),
  }
}
