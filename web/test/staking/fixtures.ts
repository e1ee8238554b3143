import { CONTRACT_NAMES, PROGRAM_KEYS } from '@galx/protocol/products'
import type { UserInfo } from '@galx/protocol/http/userInfo'
import type { WebConfig, WebPool } from '@galx/protocol/webConfig'
import {
  setReading,
  useChainStore,
  type AccountReadings,
  type AccountSnapshot,
  type BalanceReadings,
  type ChainState,
  type Head,
  type PoolReadings,
  type PoolSnapshot,
  type Position,
  type PositionReadings,
} from '../../src/core/chain/chainStore.ts'
import type { ChainRead } from '../../src/core/chain/chainRead.ts'
import { accountInPool, balanceOf, poolState, positionsIn } from '../../src/core/chain/reads.ts'
import { entries, type Keyed } from '../../src/core/state/keyed.ts'
import { fresh, type Reading } from '../../src/core/state/reading.ts'

export const ONE = 10n ** 18n
export const ACCOUNT = '0x71c7656ec7ab88b098defb751b7401b5976f0d3c'
export const INVITER = '0xa11ce00000000000000000000000000000000001'

export function userInfo(change: Partial<UserInfo> = {}): UserInfo {
  return {
    address: ACCOUNT,
    FAddress: null,
    inviterStatus: null,
    invite_code: null,
    level: 0,
    node: null,
    team: { direct: null, total: null, hashPower: null, asOf: null },
    asOf: null,
    hashPower: null,
    registeredAt: null,
    ...change,
  }
}

export const single: WebPool = {
  id: '1',
  stakeToken: 'GALX',
  pairToken: null,
  pairRatio: '0',
  rewardToken: 'GALX',
  tiers: [{ duration: 0, multiplierBps: 10_000, penaltyBps: 0 }],
}

export const pair: WebPool = {
  ...single,
  id: '2',
  pairToken: 'MCM',
  pairRatio: ONE.toString(),
  tiers: [{ duration: 0, multiplierBps: 15_000, penaltyBps: 0 }],
}

/** The term deposit, with the configuration of every network. */
export const terms: WebPool = {
  id: '5',
  stakeToken: 'MCM',
  pairToken: null,
  pairRatio: '0',
  rewardToken: 'MCM',
  tiers: [
    { duration: 30 * 86_400, multiplierBps: 10_000, penaltyBps: 500 },
    { duration: 90 * 86_400, multiplierBps: 15_000, penaltyBps: 1_000 },
    { duration: 180 * 86_400, multiplierBps: 20_000, penaltyBps: 1_500 },
    { duration: 360 * 86_400, multiplierBps: 30_000, penaltyBps: 2_000 },
  ],
}

export const config: WebConfig = {
  programs: Object.fromEntries(PROGRAM_KEYS.map((key, index) => [key, String(index + 101)])),
  rulesets: [],
  pairs: [],
  relays: [],
  apiUrl: '',
  btcApiUrl: '',
  chainId: 56,
  rpcUrl: 'http://127.0.0.1:1',
  explorerUrl: '',
  genesisHash: `0x${'0'.repeat(64)}`,
  contracts: Object.fromEntries(
    CONTRACT_NAMES.map((name) => [name, ACCOUNT as string]),
  ) as WebConfig['contracts'],
  tokens: {
    USDT: { address: ACCOUNT, permit: false },
    AAA: { address: ACCOUNT, permit: true },
    MCM: { address: ACCOUNT, permit: true },
    GALX: { address: ACCOUNT, permit: true },
    BTCB: { address: ACCOUNT, permit: false },
  },
  pools: { galx: single, galxMcm: pair },
  wallets: ['tokenpocket'],
  demoWallet: false,
  internationalVersion: false,
  securityCentre: false,
}

/** BTC hash power: AAA, paid in BTCB. */
export const btc: WebPool = { ...single, id: '3', stakeToken: 'AAA', rewardToken: 'BTCB' }

/** A deployment whose only pool is the term deposit. */
export const termConfig: WebConfig = { ...config, pools: { mcf: terms } }

export function poolSnapshot(change: Partial<PoolSnapshot> = {}): PoolSnapshot {
  return {
    totalWeight: 1_000n * ONE,
    rewardRate: ONE,
    rewardEnd: 2_000_000,
    undistributed: 0n,
    lastUpdate: 1_000_000,
    stakingPausedUntil: 0,
    ...change,
  }
}

export function accountState(change: Partial<AccountSnapshot> = {}): AccountSnapshot {
  return {
    weight: 100n * ONE,
    boostBps: 10_000,
    positionCount: 1,
    earned: 5n * ONE,
    timestamp: 1_000_000,
    ...change,
  }
}

export function position(change: Partial<Position> = {}): Position {
  return {
    pool: 'galx',
    position: 0n,
    amount: 100n * ONE,
    pairAmount: 0n,
    tier: 0,
    unlockAt: 0,
    ...change,
  }
}

/** A fresh reading at an arbitrary time. */
export function read<T>(value: T) {
  return fresh(value, 1)
}

export type ShownChain = {
  head: Head
  connection: ChainState['connection']
  pools: PoolReadings
  accounts: AccountReadings
  positions: PositionReadings
  balances: BalanceReadings
}

/** Puts a chain in the store, in the state after a poll. */
export function showChain({ head, connection, pools, accounts, positions, balances }: ShownChain): void {
  useChainStore.setState({ head, connection, readings: {} })
  const put = <Key extends string, T>(values: Keyed<Key, Reading<T>>, read: (key: Key) => ChainRead<T>) => {
    for (const [key, reading] of entries(values)) setReading(read(key), reading)
  }
  put(pools, poolState)
  put(accounts, accountInPool)
  put(positions, positionsIn)
  put(balances, balanceOf)
}
