// Anybody can open positions for another account: however many gifts there are, the account's own positions are read.
import { stakingPoolsViewsAbi } from '@galx/protocol/abi/StakingPoolsViews'
import { decodeFunctionData, encodeAbiParameters, encodeFunctionResult } from 'viem/utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { multicall3Abi } from '../../src/core/chain/abis.ts'
import { initialChainState, readingIn, useChainStore } from '../../src/core/chain/chainStore.ts'
import type { ChainRead } from '../../src/core/chain/chainRead.ts'
import { giftsInPools } from '../../src/core/chain/giftReads.ts'
import { wantMoreGifts } from '../../src/core/chain/gifts.ts'
import { mountRead } from '../../src/core/chain/mountedReads.ts'
import { startPoller } from '../../src/core/chain/poller.ts'
import { poolState, positionsIn } from '../../src/core/chain/reads.ts'
import { refreshChain } from '../../src/core/chain/refresh.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { valueOf } from '../../src/core/state/reading.ts'
import { config as base, ONE } from '../staking/fixtures.ts'

type Hex = `0x${string}`
const FIRST_GIFT = 2n ** 32n
const POOLS = `0x${'50'.repeat(20)}` as const
const MULTICALL = `0x${'ca'.repeat(20)}` as const
const config = { ...base, contracts: { ...base.contracts, StakingPools: POOLS, Multicall3: MULTICALL } }
const gifts = giftsInPools(['galx', 'galxMcm'])

/** The node's state: every number below these counts is an open position. */
let chain: { own: bigint; gifts: bigint; mostWindows: number; refusesGifts: boolean }
/** windows of gifts in each call of the node */
let asked: number[]
/** how many numbers of gifts were read */
let looked: bigint
const ends: (() => void)[] = []

function answer(target: Hex, data: Hex): Hex {
  // Calls to other contracts ask for the block, the time and balances.
  if (target.toLowerCase() !== POOLS) return encodeAbiParameters([{ type: 'uint256' }], [1n])
  const { functionName, args } = decodeFunctionData({ abi: stakingPoolsViewsAbi, data })
  const result = (name: typeof functionName, value: unknown) =>
    encodeFunctionResult({ abi: stakingPoolsViewsAbi, functionName: name, result: value } as never)
  if (functionName === 'poolState')
    return result('poolState', {
      totalWeight: ONE,
      rewardRate: 0n,
      rewardEnd: 0n,
      undistributed: 0n,
      lastUpdate: 0n,
      stakingPausedUntil: 0n,
      guardianPausesFrom: 0n,
    })
  if (functionName === 'accountState')
    return result('accountState', {
      weight: ONE,
      boostBps: 10_000n,
      positionCount: chain.own,
      giftCount: chain.gifts,
      earned: 0n,
    })
  const [, , from, limit] = args as readonly [bigint, Hex, bigint, bigint]
  const end = from < FIRST_GIFT ? chain.own : FIRST_GIFT + chain.gifts
  const count = Number(limit < end - from ? limit : end - from)
  if (from >= FIRST_GIFT) looked += BigInt(count)
  const open = Array.from({ length: count }, (_, index) => ({
    position: from + BigInt(index),
    amount: ONE,
    pairAmount: 0n,
    tier: 0n,
    unlockAt: 0n,
  }))
  return result('positionsOf', open)
}

function isWindow(data: Hex) {
  return decodeFunctionData({ abi: stakingPoolsViewsAbi, data }).functionName === 'positionsOf'
}

beforeEach(() => {
  chain = { own: 3n, gifts: 20_000n, mostWindows: 20, refusesGifts: false }
  asked = []
  looked = 0n
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const [{ data }] = (JSON.parse(body) as { params: [{ data: Hex }] }).params
    const calls = decodeFunctionData({ abi: multicall3Abi, data }).args?.[0] as readonly {
      target: Hex
      callData: Hex
    }[]
    const windows = calls.filter(
      ({ target, callData }) => target.toLowerCase() === POOLS && isWindow(callData),
    )
    const ofGifts = windows.filter(
      ({ callData }) =>
        (decodeFunctionData({ abi: stakingPoolsViewsAbi, data: callData }).args?.[2] as bigint) >= FIRST_GIFT,
    )
    asked.push(ofGifts.length)
    if (windows.length > chain.mostWindows || (chain.refusesGifts && ofGifts.length > 0))
      return Promise.resolve(Response.json({ error: { code: -32000, message: 'out of gas' } }))
    const result = calls.map(({ target, callData }) => ({
      success: true,
      returnData: answer(target, callData),
    }))
    return Promise.resolve(
      Response.json({
        result: encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result }),
      }),
    )
  })
  useConfigStore.setState({ state: { status: 'ready', config } })
})

afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.unstubAllGlobals()
  useChainStore.setState(initialChainState, true)
  useAppStore.setState(initialAppState(), true)
})

/** A new account for each test, so that no cached state of another account is used. */
let accounts = 0
async function open(): Promise<Hex> {
  accounts += 1
  const account = `0x${String(accounts).padStart(40, '0')}` as const
  useAppStore.setState({ address: account, connection: 'connected' })
  ends.push(startPoller(config))
  for (const read of [
    positionsIn('galx'),
    positionsIn('galxMcm'),
    poolState('galx'),
    ...Object.values(gifts),
  ])
    ends.push(mountRead(read, 3_000))
  await refreshChain()
  return account
}

function read<T>(wanted: ChainRead<T> | undefined) {
  if (wanted === undefined) throw new Error('there is no such read')
  return readingIn(useChainStore.getState(), wanted)
}
function own(pool: 'galx' | 'galxMcm') {
  return valueOf(read(positionsIn(pool)))
    ?.map(({ position }) => position)
    .filter((position) => position < FIRST_GIFT)
}

it('reads the own positions among 20,000 gifts, and only the newest gifts', async () => {
  await open()
  expect(own('galx')).toEqual([0n, 1n, 2n])
  expect(own('galxMcm')).toEqual([0n, 1n, 2n])
  expect(valueOf(read(poolState('galx')))?.totalWeight).toBe(ONE)
  const shown = valueOf(read(gifts.galx))
  expect(shown?.open.at(-1)?.position).toBe(FIRST_GIFT + 19_999n)
  expect(shown?.older).toBe(20_000 - (shown?.open.length ?? 0))
  expect(valueOf(read(positionsIn('galx')))?.at(-1)?.position).toBe(FIRST_GIFT + 19_999n)
  expect(looked).toBeLessThanOrEqual(200n)
})

it('shows the own positions and the other figures if the node refuses every call with gifts', async () => {
  chain.refusesGifts = true
  await open()
  expect(own('galx')).toEqual([0n, 1n, 2n])
  expect(valueOf(read(poolState('galx')))?.totalWeight).toBe(ONE)
  expect(read(gifts.galx).status).toBe('failed')
})

it('reads older gifts when asked, down to the first, in calls that a node accepts', async () => {
  chain.gifts = 8_000n
  const account = await open()
  for (let times = 0; times < 20; times += 1) wantMoreGifts('galx', account)
  await refreshChain()
  expect(valueOf(read(gifts.galx))?.older).toBe(3_950)
  for (let times = 0; times < 20; times += 1) wantMoreGifts('galx', account)
  await refreshChain()
  expect(valueOf(read(gifts.galx))?.older).toBe(0)
  expect(valueOf(read(gifts.galx))?.open[0]?.position).toBe(FIRST_GIFT)
  expect(valueOf(read(positionsIn('galx')))).toHaveLength(8_003)
  expect(Math.max(...asked)).toBe(20)
})

it('reads all of more than a hundred own positions', async () => {
  chain.own = 3_250n
  await open()
  expect(own('galx')).toHaveLength(3_250)
  expect(own('galx')?.at(-1)).toBe(3_249n)
})
