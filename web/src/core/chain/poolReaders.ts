/** Reads of StakingPools. */
import { stakingPoolsViewsAbi } from '@galx/protocol/abi/StakingPoolsViews'
import type { PoolKey } from '@galx/protocol/products'
import type { WebConfig } from '@galx/protocol/webConfig'
import type { AccountSnapshot, PoolSnapshot, Position } from './chainStore.ts'
import type { ReadContext, Reader } from './chainRead.ts'

/** Positions that somebody else staked for the account are numbered from here on (StakingPools.FIRST_GIFT). */
const FIRST_GIFT = 2n ** 32n
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
      stakingPausedUntil: seconds(raw.stakingPausedUntil),
    }
  }
}

function accountState(pool: PoolKey, { config, account, read }: ReadContext) {
  return read(config.contracts.StakingPools, stakingPoolsViewsAbi, 'accountState', [
    poolId(config, pool),
    account,
  ])
}

export function readAccount(pool: PoolKey): Reader<AccountSnapshot> {
  return async (context) => {
    const [raw, timestamp] = await Promise.all([accountState(pool, context), context.time()])
    return {
      weight: raw.weight,
      boostBps: Number(raw.boostBps),
      positionCount: Number(raw.positionCount + raw.giftCount),
      earned: raw.earned,
      timestamp,
    }
  }
}

/**
 * The list is long and seldom changes: it is read again when the account's weight, boost or count of positions has
 * changed, as every stake and every exit changes one of them, and at each thorough reading.
 */
export function createPositionsReader(pool: PoolKey): Reader<Position[]> {
  let known: { state: string; positions: Position[] } | undefined
  return async (context) => {
    const { weight, boostBps, positionCount, giftCount } = await accountState(pool, context)
    const state = [context.account, weight, boostBps, positionCount, giftCount].join('/')
    if (known === undefined || known.state !== state || context.thorough) {
      const numbers = [
        { from: 0n, count: positionCount },
        { from: FIRST_GIFT, count: giftCount },
      ]
      const lists = await Promise.all(numbers.map((range) => readPositions(pool, context, range)))
      known = { state, positions: lists.flat() }
    }
    return known.positions
  }
}

/** All windows or none: a list with a hole would show a stake as gone. */
async function readPositions(
  pool: PoolKey,
  { config, account, read }: ReadContext,
  { from, count }: { from: bigint; count: bigint },
) {
  const windows = Math.ceil(Number(count) / POSITION_WINDOW)
  const parts = await Promise.all(
    Array.from({ length: windows }, (_, window) =>
      read(config.contracts.StakingPools, stakingPoolsViewsAbi, 'positionsOf', [
        poolId(config, pool),
        account,
        from + BigInt(window * POSITION_WINDOW),
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
