/** Reads of StakingPools and of balances. */
import { stakingPoolsViewsAbi } from '@galx/protocol/abi/StakingPoolsViews'
import type { PoolKey } from '@galx/protocol/products'
import type { AccountSnapshot, BalanceKey, PoolSnapshot, Position } from './chainStore.ts'
import type { ReadContext, Reader } from './chainRead.ts'
import { accountState, poolId, readPositions } from './positionWindows.ts'
import { erc20Abi, multicall3Abi } from './abis.ts'
import { tokenOf } from './tokens.ts'

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
 * Reads the account's own positions, followed by its gifts (gifts.ts). If the gifts cannot be read, the account's own positions are still returned.
 * The list is long and seldom changes. It is read again at each thorough reading, and when the account's weight, boost or count of
 * positions has changed: every stake and every exit changes one of the three.
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
    // Few accounts have gifts.
    if (giftCount === 0n) return []
    const readers = await import('./giftReaders.ts').catch(() => null)
    return readers === null ? [] : (await readers.giftsOrLast(pool, context)).open
  }
  return async (context) => (await Promise.all([readOwn(context), gifts(context)])).flat()
}

/** Converts a chain time to a number. The number is exact for each time that the contracts accept. */
function seconds(time: bigint): number {
  return Number(time)
}

/** wei of a token, or of the native coin */
export function readBalance(key: BalanceKey): Reader<bigint> {
  return ({ config, account, read }) =>
    key === 'native'
      ? read(config.contracts.Multicall3, multicall3Abi, 'getEthBalance', [account])
      : read(tokenOf(config, key).address, erc20Abi, 'balanceOf', [account])
}
