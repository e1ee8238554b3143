/** The staking kit's input (configuration, account, chain), set together for each situation of a person. */
import type { PoolKey } from '@galx/protocol/products'
import {
  initialChainState,
  useChainStore,
  type AccountSnapshot,
  type Position,
} from '../src/core/chain/chainStore.ts'
import { giftsInPools } from '../src/core/chain/giftReads.ts'
import { accountInPool, balanceOf, poolState, positionsIn } from '../src/core/chain/reads.ts'
import { useConfigStore } from '../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../src/core/state/appStore.ts'
import { entries } from '../src/core/state/keyed.ts'
import { afterFailure, fresh, type Reading } from '../src/core/state/reading.ts'
import {
  ACCOUNT,
  accountState,
  config as galxConfig,
  ONE,
  poolSnapshot,
  position,
  termConfig,
  userInfo,
} from '../test/staking/fixtures.ts'

export const SITUATIONS = [
  'fresh',
  'loading',
  'configuration loading',
  'without wallet',
  'wrong chain',
  'empty',
  'stale',
  'failed',
  'staking paused',
  'budget ended',
  'largest amounts',
] as const
export type Situation = (typeof SITUATIONS)[number]

const DAY = 86_400
const config = { ...galxConfig, pools: { ...galxConfig.pools, ...termConfig.pools } }
const POOLS = Object.keys(config.pools) as PoolKey[]
const TOKENS = ['GALX', 'MCM', 'native'] as const

/** Unix seconds. */
export const openedAt = Math.floor(Date.now() / 1000)

/** An example of a position in each state. */
export const POSITIONS = {
  flexible: position({ pool: 'galx', position: 1n, amount: 1_500n * ONE }),
  pair: position({ pool: 'galxMcm', position: 1n, amount: 320n * ONE, pairAmount: 320n * ONE }),
  rest: position({ pool: 'galxMcm', position: 2n, amount: 0n, pairAmount: 80n * ONE }),
  locked: position({
    pool: 'mcf',
    position: 1n,
    amount: 1_000n * ONE,
    tier: 2,
    unlockAt: openedAt + 71 * DAY + 3_600,
  }),
  lockedNew: position({
    pool: 'mcf',
    position: 2n,
    amount: 250n * ONE,
    tier: 3,
    unlockAt: openedAt + 360 * DAY,
  }),
  free: position({ pool: 'mcf', position: 3n, amount: 640n * ONE, tier: 0, unlockAt: openedAt - 2 * DAY }),
} as const satisfies Record<string, Position>

/** Puts configuration, account and chain into one situation. */
export function applySituation(situation: Situation): void {
  const at = Date.now()
  const largest = situation === 'largest amounts'
  const ended = situation === 'budget ended'
  const unit = largest ? 10n ** 9n * ONE : ONE
  const readings: Record<string, Reading<unknown>> = {}
  const known = <T>(value: T): Reading<T> => {
    if (situation === 'failed') return afterFailure<T>(undefined, 'no node answers')
    return situation === 'stale' ? { status: 'stale', value, at: at - 90_000 } : fresh(value, at)
  }
  const account: Partial<AccountSnapshot> =
    situation === 'empty'
      ? { weight: 0n, earned: 0n, positionCount: 0 }
      : { weight: 2_000n * unit, earned: largest ? 987_654_321n * ONE : 12_345_678_900_000_000_000n }
  for (const key of POOLS) {
    readings[poolState(key).key] = known(
      poolSnapshot({
        totalWeight: 1_000_000n * unit,
        rewardRate: ended ? 0n : 3n * unit,
        rewardEnd: ended ? openedAt - DAY : openedAt + 140 * DAY,
        lastUpdate: openedAt - 60,
        stakingPausedUntil: situation === 'staking paused' ? openedAt + 2 * DAY : 0,
      }),
    )
    readings[accountInPool(key).key] = known(accountState({ timestamp: openedAt, ...account }))
    readings[positionsIn(key).key] = known(
      situation === 'empty'
        ? []
        : Object.values<Position>(POSITIONS)
            .filter(({ pool }) => pool === key)
            .map((one) => (largest ? { ...one, amount: one.amount * 10n ** 9n } : one)),
    )
  }
  for (const [key, { key: name }] of entries(giftsInPools(POOLS)))
    readings[name] = known({ open: [], older: key !== 'galx' ? 0 : largest ? 16_550 : 350 })
  for (const token of TOKENS)
    readings[balanceOf(token).key] = known(situation === 'empty' ? 0n : 25_000n * unit)

  const read = situation !== 'loading' && situation !== 'configuration loading'
  const connected = situation !== 'without wallet'
  useConfigStore.setState({
    state: situation === 'configuration loading' ? { status: 'loading' } : { status: 'ready', config },
  })
  useAppStore.setState({
    ...initialAppState(),
    ...(connected
      ? {
          address: ACCOUNT,
          walletChainId: situation === 'wrong chain' ? 1 : 56,
          connection: situation === 'wrong chain' ? 'wrongChain' : 'connected',
          userInfo: userInfo(),
        }
      : {}),
    // An invited account without an inviter, so that its reminder is visible, too.
    inviteCode: situation === 'empty' ? 'ABCD2345' : null,
  })
  const down = situation === 'stale' || situation === 'failed'
  useChainStore.setState(
    read
      ? {
          // A block was read before the connection failed. There is no block only if nothing was ever read.
          head: situation === 'failed' ? null : { number: 47_123_456n, timestamp: openedAt, readAt: at },
          connection: down ? 'down' : 'up',
          readings: connected
            ? readings
            : Object.fromEntries(Object.entries(readings).filter(([key]) => key.startsWith('pool/'))),
        }
      : initialChainState,
  )
}
