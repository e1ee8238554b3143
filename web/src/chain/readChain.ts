/** One reading of everything the app shows of the chain. */
import type { PoolKey, TokenSymbol } from '@galx/protocol/deployment'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { erc20Abi, multicall3Abi } from './abis.ts'
import type { AccountSnapshot, BalanceKey, Head, PoolSnapshot, Position } from './chainStore.ts'
import { stakingPoolsViews } from './stakingPoolsViews.ts'
import { multicall, read, type Read, type ReadResult } from './multicall.ts'

/** Positions are read in windows of this many numbers. */
export const POSITION_WINDOW = 100

export interface ChainReading {
  head: Head
  pools: Partial<Record<PoolKey, ReadResult<PoolSnapshot>>>
  accounts: Partial<Record<PoolKey, ReadResult<AccountSnapshot>>>
  positions: Partial<Record<PoolKey, ReadResult<Position[]>>>
  balances: Partial<Record<BalanceKey, ReadResult<bigint>>>
}

interface RawPool {
  totalWeight: bigint
  rewardRate: bigint
  rewardEnd: bigint
  undistributed: bigint
  lastUpdate: bigint
  stakingPaused: boolean
}
interface RawAccount {
  weight: bigint
  boostBps: bigint
  positionCount: bigint
  earned: bigint
}
interface RawPosition {
  position: bigint
  amount: bigint
  pairAmount: bigint
  tier: bigint
  unlockAt: bigint
}

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
  const reads: Read<unknown>[] = []
  const places = new Map<string, number>()
  const add = (name: string, item: Read<unknown>) => {
    places.set(name, reads.length)
    reads.push(item)
  }
  const { multicall3, stakingPools } = config.contracts
  const pools = Object.entries(config.pools) as [PoolKey, NonNullable<WebConfig['pools'][PoolKey]>][]
  const tokens = Object.entries(config.tokens) as [TokenSymbol, { address: HexString }][]
  const windowsOf = (key: PoolKey) => windows[key] ?? 1

  add('number', read(multicall3, multicall3Abi, 'getBlockNumber'))
  add('time', read(multicall3, multicall3Abi, 'getCurrentBlockTimestamp'))
  for (const [key, pool] of pools) {
    const id = BigInt(pool.id)
    add(`pool ${key}`, read(stakingPools, stakingPoolsViews, 'poolState', [id]))
    if (account === null) continue
    add(`account ${key}`, read(stakingPools, stakingPoolsViews, 'accountState', [id, account]))
    for (let window = 0; window < windowsOf(key); window += 1) {
      const from = BigInt(window * POSITION_WINDOW)
      const args = [id, account, from, BigInt(POSITION_WINDOW)]
      add(`positions ${key} ${window}`, read(stakingPools, stakingPoolsViews, 'positionsOf', args))
    }
  }
  if (account !== null) {
    for (const [symbol, { address }] of tokens)
      add(`balance ${symbol}`, read(address, erc20Abi, 'balanceOf', [account]))
    add('balance native', read(multicall3, multicall3Abi, 'getEthBalance', [account]))
  }

  const results: readonly ReadResult<unknown>[] = await multicall(reads)
  const result = <T>(name: string): ReadResult<T> =>
    (results[places.get(name) ?? -1] as ReadResult<T> | undefined) ?? { ok: false, reason: 'not read' }
  const number = result<bigint>('number')
  const time = result<bigint>('time')
  if (!number.ok || !time.ok) throw new Error('The node gave no block number or time')

  const head: Head = { number: number.value, timestamp: Number(time.value), readAt: Date.now() }
  const reading: ChainReading = { head, pools: {}, accounts: {}, positions: {}, balances: {} }
  for (const [key] of pools) {
    reading.pools[key] = change(result<RawPool>(`pool ${key}`), poolSnapshot)
    if (account === null) continue
    reading.accounts[key] = change(result<RawAccount>(`account ${key}`), (raw) =>
      accountSnapshot(raw, head.timestamp),
    )
    const parts = Array.from({ length: windowsOf(key) }, (_, window) =>
      result<readonly RawPosition[]>(`positions ${key} ${window}`),
    )
    reading.positions[key] = joinPositions(key, parts)
  }
  if (account !== null)
    for (const key of [...tokens.map(([symbol]) => symbol), 'native'] as BalanceKey[])
      reading.balances[key] = result<bigint>(`balance ${key}`)
  return reading
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
