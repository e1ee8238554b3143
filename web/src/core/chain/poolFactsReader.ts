/** Reads a pool's terms and state. Handles contracts that refuse a call. */
import { stakingPoolsTermsAbi } from '@galx/protocol/abi/StakingPoolsTerms'
import { stakingPoolsViewsAbi } from '@galx/protocol/abi/StakingPoolsViews'
import type { PoolKey } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'
import type { ReadContext } from './chainRead.ts'
import type { PoolFacts } from './poolDebts.ts'
import { ChainUnreachableError } from './rpc.ts'

const NOBODY = `0x${'0'.repeat(40)}`

function lower(address: string) {
  return address.toLowerCase() as HexString
}

/** Converts a chain time to a number. The number is exact for each time that the contracts accept. */
function seconds(time: bigint): number {
  return Number(time)
}

/** The contract's answer; null if the contract refuses. If no node answers, the whole reading fails. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ChainUnreachableError) throw error
    return null
  }
}

export async function readPoolFacts({ config, read }: ReadContext, key: PoolKey): Promise<PoolFacts> {
  const { StakingPools } = config.contracts
  const id = [BigInt(config.pools[key]?.id ?? '0')] as const
  const [terms, state] = await Promise.all([
    read(StakingPools, stakingPoolsTermsAbi, 'poolConfiguration', id),
    read(StakingPools, stakingPoolsViewsAbi, 'poolState', id),
  ])
  return {
    key,
    stakeToken: lower(terms.stakeToken),
    pairToken: terms.pairToken === NOBODY ? null : lower(terms.pairToken),
    rewardToken: lower(terms.rewardToken),
    boostSource: terms.boostSource === NOBODY ? null : lower(terms.boostSource),
    pairRatio: terms.pairRatio,
    tiers: terms.tiers.map(({ multiplierBps, penaltyBps }) => ({
      multiplierBps: Number(multiplierBps),
      penaltyBps: Number(penaltyBps),
    })),
    totalWeight: state.totalWeight,
    rewardRate: state.rewardRate,
    rewardEnd: seconds(state.rewardEnd),
    undistributed: state.undistributed,
  }
}
