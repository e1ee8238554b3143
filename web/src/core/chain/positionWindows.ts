/** Positions of StakingPools, read in windows of their numbers. */
import { stakingPoolsViewsAbi } from '@galx/protocol/abi/StakingPoolsViews'
import type { PoolKey } from '@galx/protocol/products'
import type { WebConfig } from '@galx/protocol/webConfig'
import type { Position } from './chainStore.ts'
import type { ReadContext } from './chainRead.ts'

/** The count of numbers in one window. */
const WINDOW = 100

/** @throws Error if the deployment has no such pool */
export function poolId(config: WebConfig, pool: PoolKey): bigint {
  const found = config.pools[pool]
  if (found === undefined) throw new Error(`there is no pool ${pool} on this chain`)
  return BigInt(found.id)
}

export function accountState(pool: PoolKey, { config, account, read }: ReadContext) {
  return read(config.contracts.StakingPools, stakingPoolsViewsAbi, 'accountState', [
    poolId(config, pool),
    account,
  ])
}

/** The open positions among `count` numbers. Reads all windows or fails: in a list with a gap, a stake would seem to be gone. */
export async function readPositions(
  pool: PoolKey,
  { config, account, read, readHeavy }: ReadContext,
  { from, count }: { from: bigint; count: number },
): Promise<Position[]> {
  const whole = Math.ceil(count / WINDOW)
  const parts = await Promise.all(
    Array.from({ length: whole }, (_, window) =>
      // Few accounts have more than one window. A single window goes with the light reads.
      (whole === 1 ? read : readHeavy)(config.contracts.StakingPools, stakingPoolsViewsAbi, 'positionsOf', [
        poolId(config, pool),
        account,
        from + BigInt(window * WINDOW),
        BigInt(Math.min(WINDOW, count - window * WINDOW)),
      ]),
    ),
  )
  return parts.flat().map(({ position, amount, pairAmount, tier, unlockAt }): Position => ({
    pool,
    position,
    amount,
    pairAmount,
    tier: Number(tier),
    unlockAt: Number(unlockAt),
  }))
}
