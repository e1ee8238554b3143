/** Reads of StakingPools. */
import { stakingPoolsViewsAbi } from '@galx/protocol/abi/StakingPoolsViews'
import type { PoolKey } from '@galx/protocol/products'
import type { AccountSnapshot, PoolSnapshot, Position } from './chainStore.ts'
import type { ReadContext, Reader } from './chainRead.ts'
import { accountState, poolId, readPositions } from './positionWindows.ts'

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
 * The own positions, and the gifts that are read (gifts.ts) behind them; a failed read of gifts never fails the own positions.
 * The list is long and seldom changes: it is read again when the account's weight, boost or count of positions has changed,
 * as every stake and every exit changes one of them, and at each thorough reading.
 */
export function createPositionsReader(pool: PoolKey): Reader<Position[]> {
  let known: { state: string; own: Position[] } | undefined
  const readOwn = async (context: ReadContext) => {
    const { weight, boostBps, positionCount } = await accountState(pool, context)
    const state = [context.account, weight, boostBps, positionCount].join('/')
    if (known === undefined || known.state !== state || context.thorough)
      known = { state, own: await readPositions(pool, context, { from: 0n, count: Number(positionCount) }) }
    return known.own
  }
  const gifts = async (context: ReadContext) => {
    const { giftCount } = await accountState(pool, context)
    // Few accounts have any.
    if (giftCount === 0n) return []
    const readers = await import('./giftReaders.ts').catch(() => null)
    return readers === null ? [] : (await readers.giftsOrLast(pool, context)).open
  }
  return async (context) => (await Promise.all([readOwn(context), gifts(context)])).flat()
}

/** A time of the chain; every one the contracts accept fits a number exactly. */
function seconds(time: bigint): number {
  return Number(time)
}
