/** The pools: made in the plan's order, so that their ids are known beforehand, and funded once. */
import { getAddress, zeroAddress, type Address, type PublicClient } from 'viem'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import type { PoolKey } from '@galx/protocol/products'
import { RATE_UNIT } from '@galx/protocol/formulas'
import type { PoolPlan } from '../../networks/networkConfiguration.ts'
import type { AddressBook } from '../addressBook.ts'
import { DeploymentError } from '../deploymentError.ts'
import type { PlanContext } from '../planContext.ts'
import type { CallStep } from '../steps.ts'
import { withAllowances } from './approved.ts'
import { firstStakeSteps } from './firstStakes.ts'

export function poolSteps(context: PlanContext): CallStep[] {
  const { configuration, book } = context
  const contract = { address: book.contracts.StakingPools, abi: stakingPoolsAbi } as const
  const keys = Object.keys(book.pools) as PoolKey[]
  /** A pool that does not exist cannot be read: the contract reverts. */
  const exists = async (reader: PublicClient, index: number) =>
    (await reader.readContract({ ...contract, functionName: 'poolCount' })) > BigInt(index)
  const made = keys.map((key, index): CallStep => {
    const terms = termsOf(configuration.pools[key]!, book)
    return {
      kind: 'call',
      what: `pool ${key}`,
      call: { ...contract, functionName: 'createPool', args: [terms] },
      isDone: async (reader) => {
        if (!(await exists(reader, index))) return false
        const id = await reader.readContract({ ...contract, functionName: 'poolAt', args: [BigInt(index)] })
        const found = await reader.readContract({
          ...contract,
          functionName: 'poolConfiguration',
          args: [id],
        })
        if (fingerprint(found) === fingerprint(terms)) return true
        throw new DeploymentError(
          `pool ${key}: an earlier run made pool number ${index} on other terms (${fingerprint(found)}); a changed plan needs another salt`,
        )
      },
    }
  })
  const funded = keys.flatMap((key, index) => {
    const { funding, rewardToken, rewardDuration } = configuration.pools[key]!
    if (funding === 0n) return []
    const pool = book.pools[key]!
    // A rate never falls. So this rate proves that at least this amount was funded at once.
    const rate = (funding / BigInt(rewardDuration) / RATE_UNIT) * RATE_UNIT
    const taken = [{ token: rewardToken, amount: funding }]
    const fund: CallStep = {
      kind: 'call',
      what: `pool ${key} funded`,
      call: { ...contract, functionName: 'fund', args: [pool, funding] },
      spends: taken,
      isDone: async (reader) => {
        if (!(await exists(reader, index))) return false
        const { rewardRate } = await reader.readContract({
          ...contract,
          functionName: 'poolState',
          args: [pool],
        })
        return rewardRate >= rate && rewardRate > 0n
      },
    }
    return withAllowances(context, fund, taken)
  })
  return [...made, ...firstStakeSteps(context), ...funded]
}

function termsOf(plan: PoolPlan, { tokens, contracts }: AddressBook) {
  return {
    stakeToken: getAddress(tokens[plan.stakeToken]),
    pairToken: plan.pairToken ? getAddress(tokens[plan.pairToken]) : zeroAddress,
    rewardToken: getAddress(tokens[plan.rewardToken]),
    boostSource: plan.boosted ? getAddress(contracts.Levels) : (zeroAddress as Address),
    pairRatio: plan.pairRatio,
    rewardDuration: plan.rewardDuration,
    tiers: plan.tiers.map(({ duration, multiplierBps, penaltyBps }) => ({
      duration,
      multiplierBps,
      penaltyBps,
    })),
  }
}

function fingerprint(terms: unknown): string {
  return JSON.stringify(terms, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}
