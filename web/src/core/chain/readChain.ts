/** One reading of everything the app shows of the chain. */
import { stakingPoolsViewsAbi } from '@galx/protocol/abi/StakingPoolsViews'
import type { PoolKey } from '@galx/protocol/products'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import type { ContractFunctionName, ContractFunctionReturnType } from 'viem'
import { erc20Abi, multicall3Abi } from './abis.ts'
import type { AccountSnapshot, BalanceKey, Head, PoolSnapshot, Position } from './chainStore.ts'
import { entries } from '../state/keyed.ts'
import { createBatch, type Batch, type ReadResult } from './multicall.ts'

/** Positions are read in windows of this many numbers. */
const POSITION_WINDOW = 100

export interface ChainReading {
  head: Head
  pools: Partial<Record<PoolKey, ReadResult<PoolSnapshot>>>
  accounts: Partial<Record<PoolKey, ReadResult<AccountSnapshot>>>
  positions: Partial<Record<PoolKey, ReadResult<Position[]>>>
  balances: Partial<Record<BalanceKey, ReadResult<bigint>>>
}

type RawPool = Returned<'poolState'>
type RawAccount = Returned<'accountState'>
type RawPosition = Returned<'positionsOf'>[number]
type Returned<Name extends ContractFunctionName<typeof stakingPoolsViewsAbi, 'view'>> =
  ContractFunctionReturnType<typeof stakingPoolsViewsAbi, 'view', Name>

/**
 * Reads pools and, with an account, its states, positions and balances, in one call.
 * @param windows how many position windows to read of each pool (known from the reading before)
 * @throws when the call as a whole fails
 */
export async function readChain(
  config: WebConfig,
  account: HexString | null,
  windows: Partial<Record<PoolKey, number>>,
): Promise<ChainReading> {
  const { Multicall3: multicall3, StakingPools: stakingPools } = config.contracts
  const batch = createBatch()
  const number = batch.read(multicall3, multicall3Abi, 'getBlockNumber', [])
  const time = batch.read(multicall3, multicall3Abi, 'getCurrentBlockTimestamp', [])
  const pools = entries(config.pools).map(([key, pool]) => ({
    key,
    state: batch.read(stakingPools, stakingPoolsViewsAbi, 'poolState', [BigInt(pool.id)]),
  }))
  const own = account === null ? null : readAccount(batch, config, account, windows)
  await batch.run()

  const [blockNumber, timestamp] = [number(), time()]
  if (!blockNumber.ok || !timestamp.ok) throw new Error('The node gave no block number or time')
  const head: Head = { number: blockNumber.value, timestamp: Number(timestamp.value), readAt: Date.now() }
  const reading: ChainReading = { head, pools: {}, accounts: {}, positions: {}, balances: {} }
  for (const { key, state } of pools) reading.pools[key] = change(state(), poolSnapshot)
  for (const { key, state, positions } of own?.pools ?? []) {
    reading.accounts[key] = change(state(), (raw) => accountSnapshot(raw, head.timestamp))
    reading.positions[key] = joinPositions(
      key,
      positions.map((part) => part()),
    )
  }
  for (const { key, balance } of own?.balances ?? []) reading.balances[key] = balance()
  return reading
}

/** Adds what is read of one account: its states and positions in each pool, and its balances. */
function readAccount(
  batch: Batch,
  { contracts, pools, tokens }: WebConfig,
  account: HexString,
  windows: Partial<Record<PoolKey, number>>,
) {
  const { Multicall3: multicall3, StakingPools: stakingPools } = contracts
  const read = batch.read
  return {
    pools: entries(pools).map(([key, pool]) => {
      const id = BigInt(pool.id)
      return {
        key,
        state: read(stakingPools, stakingPoolsViewsAbi, 'accountState', [id, account]),
        positions: Array.from({ length: windows[key] ?? 1 }, (_, window) => {
          const from = BigInt(window * POSITION_WINDOW)
          const args = [id, account, from, BigInt(POSITION_WINDOW)] as const
          return read(stakingPools, stakingPoolsViewsAbi, 'positionsOf', args)
        }),
      }
    }),
    balances: [
      ...entries(tokens).map(([key, { address }]) => ({
        key: key as BalanceKey,
        balance: read(address, erc20Abi, 'balanceOf', [account]),
      })),
      { key: 'native' as const, balance: read(multicall3, multicall3Abi, 'getEthBalance', [account]) },
    ],
  }
}

/** Windows of positions that an account with this many numbers given out needs. Numbers may count from 0 or from 1. */
export function windowsFor(positionCount: number): number {
  return Math.max(1, Math.ceil((positionCount + 1) / POSITION_WINDOW))
}

function change<T, U>(result: ReadResult<T>, with_: (value: T) => U): ReadResult<U> {
  return result.ok ? { ok: true, value: with_(result.value) } : result
}

function poolSnapshot(raw: RawPool): PoolSnapshot {
  return {
    totalWeight: raw.totalWeight,
    rewardRate: raw.rewardRate,
    rewardEnd: seconds(raw.rewardEnd),
    undistributed: raw.undistributed,
    lastUpdate: seconds(raw.lastUpdate),
    stakingPaused: raw.stakingPaused,
  }
}

function accountSnapshot(raw: RawAccount, timestamp: number): AccountSnapshot {
  return {
    weight: raw.weight,
    boostBps: Number(raw.boostBps),
    positionCount: Number(raw.positionCount),
    earned: raw.earned,
    timestamp,
  }
}

/** All windows or none: a list with a hole would show a stake as gone. */
function joinPositions(pool: PoolKey, parts: ReadResult<readonly RawPosition[]>[]): ReadResult<Position[]> {
  const value: Position[] = []
  for (const part of parts) {
    if (!part.ok) return part
    for (const { position, amount, pairAmount, tier, unlockAt } of part.value)
      value.push({ pool, position, amount, pairAmount, tier: Number(tier), unlockAt: seconds(unlockAt) })
  }
  return { ok: true, value }
}

/** A time of the chain; every one the contracts accept fits a number exactly. */
function seconds(time: bigint): number {
  return Number(time)
}
