/** Reads of StakingPools. */
import { stakingPoolsViewsAbi } from '@galx/protocol/abi/StakingPoolsViews'
import type { PoolKey } from '@galx/protocol/products'
import type { WebConfig } from '@galx/protocol/webConfig'
import type { AccountSnapshot, PoolSnapshot, Position } from './chainStore.ts'
import type { ReadContext, Reader } from './chainRead.ts'

/** Positions are read in windows of this many numbers. */
const POSITION_WINDOW = 100

/** @throws Error when the deployment has no such pool */
function poolId(config: WebConfig, pool: PoolKey): bigint {
  const found = config.pools[pool]
  if (found === undefined) throw new Error(`there is no pool ${pool} on this chain`)
  return BigInt(found.id)
}

export function readPoolState(pool: PoolKey): Reader<PoolSnapshot> {
  return async ({ config, read }) => {
    const { StakingPools } = config.contracts
    const raw = await read(StakingPools, stakingPoolsViewsAbi, 'poolState', [poolId(config, pool)])
    return {
      totalWeight: raw.totalWeight,
      rewardRate: raw.rewardRate,
      rewardEnd: seconds(raw.rewardEnd),
      undistributed: raw.undistributed,
      lastUpdate: seconds(raw.lastUpdate),
      stakingPaused: raw.stakingPaused,
    }
  }
}

const accountState = (pool: PoolKey, { config, account, read }: ReadContext) =>
  read(config.contracts.StakingPools, stakingPoolsViewsAbi, 'accountState', [poolId(config, pool), account])

export function readAccount(pool: PoolKey): Reader<AccountSnapshot> {
  return async (context) => {
    const [raw, timestamp] = await Promise.all([accountState(pool, context), context.time()])
    return {
      weight: raw.weight,
      boostBps: Number(raw.boostBps),
      positionCount: Number(raw.positionCount),
      earned: raw.earned,
      timestamp,
    }
  }
}

/**
 * The list is long and seldom changes: it is read again when the account's weight, boost or count of positions has
 * changed, as every stake and every exit changes one of them, and whenever a thorough reading is asked for.
 */
export function createPositionsReader(pool: PoolKey): Reader<Position[]> {
  let known: { state: string; positions: Position[] } | undefined
  return async (context) => {
    const { weight, boostBps, positionCount } = await accountState(pool, context)
    const state = [context.account, weight, boostBps, positionCount].join('/')
    if (known === undefined || known.state !== state || context.thorough)
      known = { state, positions: await readPositions(pool, context, Number(positionCount)) }
    return known.positions
  }
}

/** All windows or none: a list with a hole would show a stake as gone. Numbers may count from 0 or from 1. */
async function readPositions(pool: PoolKey, { config, account, read }: ReadContext, count: number) {
  if (count === 0) return []
  const windows = Math.ceil((count + 1) / POSITION_WINDOW)
  const parts = await Promise.all(
    Array.from({ length: windows }, (_, window) =>
      read(config.contracts.StakingPools, stakingPoolsViewsAbi, 'positionsOf', [
        poolId(config, pool),
        account,
        BigInt(window * POSITION_WINDOW),
        BigInt(POSITION_WINDOW),
      ]),
    ),
  )
  return parts.flat().map(({ position, amount, pairAmount, tier, unlockAt }): Position => ({
    pool,
    position,
    amount,
    pairAmount,
    tier: Number(tier),
    unlockAt: seconds(unlockAt),
  }))
}

/** A time of the chain; every one the contracts accept fits a number exactly. */
function seconds(time: bigint): number {
  return Number(time)
}
