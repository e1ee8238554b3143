/** The pools: made in the plan's order, recognised by their terms when the deployment is resumed, funded once. */
import { erc20Abi, getAddress, zeroAddress, type Address } from 'viem'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { POOL_KEYS, type PoolKey } from '@galx/protocol/deployment'
import type { PoolPlan } from './networkConfiguration.ts'
import type { Session } from './session.ts'
import type { TokenAddresses } from './tokens.ts'

export type PoolIds = Partial<Record<PoolKey, bigint>>
type Plans = Partial<Record<PoolKey, PoolPlan>>

export async function createPools(
  session: Session,
  stakingPools: Address,
  plans: Plans,
  tokens: TokenAddresses,
): Promise<PoolIds> {
  let known = await readPools(session, stakingPools)
  const ids: PoolIds = {}
  for (const key of POOL_KEYS) {
    const plan = plans[key]
    if (!plan) continue
    const terms = termsOf(plan, tokens)
    if (!known.has(fingerprint(terms))) {
      await session.call(`pool ${key}`, {
        address: stakingPools,
        abi: stakingPoolsAbi,
        functionName: 'createPool',
        args: [terms],
      })
      known = await readPools(session, stakingPools)
    }
    ids[key] = known.get(fingerprint(terms))!
  }
  return ids
}

/** Funds every pool of the plan that was never funded. */
export async function fundPools(
  session: Session,
  stakingPools: Address,
  plans: Plans,
  ids: PoolIds,
  tokens: TokenAddresses,
): Promise<void> {
  for (const [key, plan] of Object.entries(plans) as [PoolKey, PoolPlan][]) {
    if (plan.funding === 0n) continue
    const pool = ids[key]!
    const { rewardEnd } = await session.reader.readContract({
      address: stakingPools,
      abi: stakingPoolsAbi,
      functionName: 'poolState',
      args: [pool],
    })
    if (rewardEnd !== 0n) continue
    await session.call(`pool ${key}: reward allowance`, {
      address: tokens[plan.rewardToken],
      abi: erc20Abi,
      functionName: 'approve',
      args: [stakingPools, plan.funding],
    })
    await session.call(`pool ${key} funded`, {
      address: stakingPools,
      abi: stakingPoolsAbi,
      functionName: 'fund',
      args: [pool, plan.funding],
    })
  }
}

export function termsOf(plan: PoolPlan, tokens: TokenAddresses) {
  return {
    stakeToken: getAddress(tokens[plan.stakeToken]),
    pairToken: plan.pairToken ? getAddress(tokens[plan.pairToken]) : zeroAddress,
    rewardToken: getAddress(tokens[plan.rewardToken]),
    boostSource: zeroAddress as Address,
    pairRatio: plan.pairRatio,
    rewardDuration: plan.rewardDuration,
    tiers: plan.tiers.map(({ duration, multiplierBps, penaltyBps }) => ({
      duration,
      multiplierBps,
      penaltyBps,
    })),
  }
}

type Terms = Omit<ReturnType<typeof termsOf>, 'tiers'> & {
  tiers: readonly { duration: number; multiplierBps: number; penaltyBps: number }[]
}

export function fingerprint(terms: Terms): string {
  const { stakeToken, pairToken, rewardToken, boostSource, pairRatio, rewardDuration, tiers } = terms
  const numbers = tiers.map(
    ({ duration, multiplierBps, penaltyBps }) => `${duration}/${multiplierBps}/${penaltyBps}`,
  )
  return [stakeToken, pairToken, rewardToken, boostSource, pairRatio, rewardDuration, ...numbers]
    .join(' ')
    .toLowerCase()
}

/** Terms → id of every pool the contract has. */
export async function readPools(session: Session, stakingPools: Address): Promise<Map<string, bigint>> {
  const contract = { address: stakingPools, abi: stakingPoolsAbi } as const
  const count = await session.reader.readContract({ ...contract, functionName: 'poolCount' })
  const found = new Map<string, bigint>()
  for (let index = 0n; index < count; index++) {
    const id = await session.reader.readContract({ ...contract, functionName: 'poolAt', args: [index] })
    const terms = await session.reader.readContract({
      ...contract,
      functionName: 'poolConfiguration',
      args: [id],
    })
    found.set(fingerprint(terms), id)
  }
  return found
}
