// A stake that another token pays, on a real node with the real exchange and the real pools: in one batch, step by step, and after a reload.
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { minimumReceived, bestQuoteIn } from '@galx/protocol/exchange'
import { swapRouterAbi } from '@galx/protocol/exchangeAbi'
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'
import { decodeFunctionResult, encodeFunctionData, erc20Abi, maxUint256, numberToHex, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useChainStore } from '../../src/core/chain/chainStore.ts'
import { batchReads } from '../../src/core/chain/multicall.ts'
import { useAppStore } from '../../src/core/state/appStore.ts'
import { serialise } from '../../src/core/transactions/records.ts'
import { resumeTransactions } from '../../src/core/transactions/resume.ts'
import { sendLinked } from '../../src/core/transactions/sendLinked.ts'
import { type TransactionRecord, useTransactionStore } from '../../src/core/transactions/transactionStore.ts'
import type { Asset } from '../../src/swap/assets.ts'
import { swapSymbolOf } from '../../src/swap/assets.ts'
import { exchangeRead } from '../../src/swap/exchangeRead.ts'
import { promisedBy, type SwapPreview } from '../../src/swap/swapModel.ts'
import { stakeAfterSwap, zapIntents } from '../../src/zap/zapIntents.ts'
import { unfinishedIn } from '../../src/zap/zapModel.ts'
import { connectWallet } from './connectWallet.ts'
import { KeyWallet } from './keyWallet.ts'
import { startDeployed, type Deployed } from './startDeployed.ts'

/** Trades against the waiting swap. */
const TRADER: HexString = `0x${'7a'.repeat(20)}`
let product: Deployed
let wallet: KeyWallet

beforeAll(async () => {
  product = await startDeployed()
}, 300_000)
afterAll(() => product.stop())

beforeEach(async () => {
  window.localStorage.clear()
  const mine = async () => void (await product.rpc('evm_mine'))
  wallet = new KeyWallet({ config: product.config, rpc: product.rpc, mine })
  wallet.automine = true
  await product.rpc('anvil_setBalance', wallet.address, numberToHex(parseEther('3')))
  await give('USDT', wallet.address, '100')
  connectWallet(product, wallet)
  const block = await product.rpc<{ number: string; timestamp: string }>(
    'eth_getBlockByNumber',
    'latest',
    false,
  )
  const head = { number: BigInt(block.number), timestamp: Number(block.timestamp), readAt: performance.now() }
  useChainStore.setState({ head })
})

async function give(token: TokenSymbol, to: HexString, amount: string) {
  const args = [to, parseEther(amount)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  await product.send(product.config.contracts.DemoFaucet!, product.config.tokens[token].address, data)
}
async function held(token: TokenSymbol): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [wallet.address] })
  return BigInt(
    await product.rpc<string>('eth_call', { to: product.config.tokens[token].address, data }, 'latest'),
  )
}
/** The principal in the account's positions, wei. */
async function stakedIn(key: PoolKey): Promise<bigint> {
  const get = { abi: stakingPoolsAbi, functionName: 'positionsOf' } as const
  const args = [BigInt(product.config.pools[key]!.id), wallet.address, 0n, 50n] as const
  const data = encodeFunctionData({ ...get, args })
  const to = product.config.contracts.StakingPools
  const answer = await product.rpc<HexString>('eth_call', { to, data }, 'latest')
  const list = decodeFunctionResult({ ...get, data: answer }) as readonly { amount: bigint }[]
  return list.reduce((sum, { amount }) => sum + amount, 0n)
}
/** A swap as the screen quotes it now. */
async function previewOf(
  from: Asset,
  key: PoolKey,
  amountIn: bigint,
  slippageBps = 50,
): Promise<SwapPreview> {
  const { config } = product
  const { reads } = batchReads(config)
  const state = await (
    await exchangeRead.load()
  )({ ...reads, config, account: wallet.address, thorough: true })
  const to = config.pools[key]!.stakeToken
  const quote = bestQuoteIn(state.pairs, swapSymbolOf(from), to, amountIn, state.terms)!
  return { from, to, quote, terms: state.terms, block: state.block, settings: { slippageBps, minutes: 20 } }
}
function intentsOf(preview: SwapPreview, key: PoolKey, tier = 0) {
  return zapIntents(preview, key, product.config.pools[key]!, tier)
}
/** Buys the pool's token, so that the waiting swap would receive less. */
async function movePrice() {
  const { tokens, contracts } = product.config
  await give('USDT', TRADER, '500')
  const approve = {
    abi: erc20Abi,
    functionName: 'approve',
    args: [contracts.SwapRouter, maxUint256],
  } as const
  await product.send(TRADER, tokens.USDT.address, encodeFunctionData(approve))
  const path = [tokens.USDT.address, tokens.GALX.address]
  const args = [parseEther('500'), 0n, path, TRADER, 2n ** 40n] as const
  const data = encodeFunctionData({ abi: swapRouterAbi, functionName: 'swapExactTokensForTokens', args })
  await product.send(TRADER, contracts.SwapRouter, data)
}
function record(index = 0): TransactionRecord {
  const found = useTransactionStore.getState().list[index]
  if (!found) throw new Error('no record')
  return found
}
function stage(wanted: TransactionRecord['stage'], index = 0) {
  return expect.poll(() => record(index).stage, { timeout: 15_000, interval: 50 }).toBe(wanted)
}
function facts({ outcome, earlier = [] }: TransactionRecord) {
  return Object.fromEntries(
    [...earlier, ...(outcome?.facts ?? [])].map(({ label, amount }) => [label, amount]),
  )
}

/** Sends a zap until its swap waits for a block. */
async function swapUnmined(preview: SwapPreview) {
  wallet.automine = false
  const end = sendLinked(intentsOf(preview, 'galx'))
  await stage('pending')
  await product.rpc('evm_mine')
  await expect.poll(() => useTransactionStore.getState().silent?.linked, { timeout: 15_000 }).toBe(true)
  return { end }
}

describe('a wallet that takes one call at a time', () => {
  it.each<[Asset, PoolKey, number]>([
    ['USDT', 'galx', 0],
    ['USDT', 'mcf', 1],
    ['USDT', 'aaa', 0],
    ['BNB', 'galx', 0],
  ])(
    'pays %s for a stake in %s: swap, then stake of exactly the promised amount',
    async (from, key, tier) => {
      const token = product.config.pools[key]!.stakeToken
      const preview = await previewOf(from, key, parseEther(from === 'BNB' ? '0.01' : '20'))
      const [before, paidBefore] = [await held(token), await held('USDT')]
      const sent = await sendLinked(intentsOf(preview, key, tier))
      await stage('confirmed')
      const { received, staked, paid } = facts(record())
      expect(sent?.after).toBe(record(1).id)
      expect(record(1)).toMatchObject({ linked: 'first', stage: 'confirmed', next: { label: 'stakeIt' } })
      expect(staked).toBe(promisedBy(preview))
      expect(await stakedIn(key)).toBe(staked)
      expect(received).toBeGreaterThanOrEqual(staked!)
      expect(await held(token)).toBe(before + received! - staked!)
      expect(paid).toBe(preview.quote.amountIn)
      if (from === 'USDT') expect(await held('USDT')).toBe(paidBefore - paid!)
      expect(wallet.given).toEqual([])
    },
  )

  it('sends no stake if the price has moved when the swap is mined, and loses nothing but the fee', async () => {
    const preview = await previewOf('USDT', 'galx', parseEther('20'), 10)
    await give('GALX', wallet.address, '1000')
    const swapApproved = new Promise<void>((resolve) => {
      wallet.before = () => {
        // The approval is sent first. The price moves before the swap.
        wallet.before = movePrice
        resolve()
        return Promise.resolve()
      }
    })
    await sendLinked(intentsOf(preview, 'galx'))
    await swapApproved
    await stage('failed')
    expect(record().problem).toMatchObject({ code: 'reverted' })
    expect(useTransactionStore.getState().list).toHaveLength(1)
    expect(await held('USDT')).toBe(parseEther('100'))
    expect(await held('GALX')).toBe(parseEther('1000'))
    expect(await stakedIn('galx')).toBe(0n)
  })

  it('sends nothing if the price has moved before', async () => {
    const preview = await previewOf('USDT', 'galx', parseEther('20'), 10)
    await movePrice()
    await sendLinked(intentsOf(preview, 'galx'))
    expect(record()).toMatchObject({
      stage: 'failed',
      sentAt: null,
      problem: { code: 'priceMoved', token: 'GALX' },
    })
    expect(wallet.asked).toEqual([])
  })

  it('sends nothing if the pool takes no stakes', async () => {
    const { config, deployment } = product
    const data = encodeFunctionData({
      abi: stakingPoolsAbi,
      functionName: 'pauseStaking',
      args: [BigInt(config.pools.galx!.id)],
    })
    const snapshot = await product.rpc<string>('evm_snapshot')
    await product.send(deployment.roles.guardian, config.contracts.StakingPools, data)
    await sendLinked(intentsOf(await previewOf('USDT', 'galx', parseEther('20')), 'galx'))
    expect(record()).toMatchObject({
      stage: 'failed',
      sentAt: null,
      problem: { code: 'reverted', error: 'StakingPools_StakingPaused' },
    })
    expect(wallet.asked).toEqual([])
    await product.rpc('evm_revert', snapshot)
  })

  it('sends nothing if the stake would be too small for a position', async () => {
    const preview = await previewOf('USDT', 'galx', 10n ** 8n)
    await sendLinked(intentsOf(preview, 'galx'))
    expect(record()).toMatchObject({
      stage: 'failed',
      problem: { code: 'reverted', error: 'StakingPools_AmountTooSmall' },
    })
    expect(wallet.asked).toEqual([])
  })

  it('sends nothing if the token that pays is short', async () => {
    const preview = await previewOf('USDT', 'galx', parseEther('101'))
    await sendLinked(intentsOf(preview, 'galx'))
    expect(record()).toMatchObject({ stage: 'failed', sentAt: null })
    expect(wallet.asked).toEqual([])
  })

  it('stops after the swap on the person’s wish, and the page then offers the stake', async () => {
    const preview = await previewOf('USDT', 'galx', parseEther('20'))
    const sending = await swapUnmined(preview)
    useTransactionStore.getState().silent?.stop()
    expect(await sending.end).toMatchObject({ linked: 'first', stage: 'pending' })
    await product.rpc('evm_mine')
    await stage('confirmed')
    const unfinished = unfinishedIn(useTransactionStore.getState().list, wallet.address, 'galx', 'GALX')
    expect(unfinished).toMatchObject({ pool: 'galx', tier: 0, stake: promisedBy(preview) })
  })
})

describe('a page that was loaded again after the swap', () => {
  it('offers the stake of exactly the promised amount, and sends it once', async () => {
    const preview = await previewOf('USDT', 'galx', parseEther('20'))
    await swapUnmined(preview)
    useTransactionStore.getState().silent?.stop()
    const stored = serialise([record()])
    connectWallet(product, wallet)
    window.localStorage.setItem('galx_transactions', stored)
    resumeTransactions()
    await product.rpc('evm_mine')
    await stage('confirmed')
    const find = () => unfinishedIn(useTransactionStore.getState().list, wallet.address, 'galx', 'GALX')
    const { record: swap, stake, tier, received } = find()!
    expect(received).toBe(await held('GALX'))
    wallet.automine = true
    await sendLinked([stakeAfterSwap('galx', product.config.pools.galx!, stake, tier)], swap)
    await stage('confirmed')
    expect(await stakedIn('galx')).toBe(promisedBy(preview))
    expect(facts(record())).toMatchObject({ received, staked: stake })
    expect(find()).toBeNull()
  })
})

describe('another account in the wallet', () => {
  it('never pays the stake of the first account’s swap', async () => {
    const preview = await previewOf('USDT', 'galx', parseEther('20'))
    await swapUnmined(preview)
    useTransactionStore.getState().silent?.stop()
    await product.rpc('evm_mine')
    await stage('confirmed')
    const swap = record()
    const other = new KeyWallet(wallet.test)
    connectWallet(product, other)
    const intent = stakeAfterSwap('galx', product.config.pools.galx!, promisedBy(preview), 0)
    expect(await sendLinked([intent], swap)).toBeNull()
    expect(other.asked).toEqual([])
  })
})

describe('a wallet with batches', () => {
  beforeEach(() => {
    wallet.batches = true
  })

  it.each(['supported', 'ready'])(
    'carries out all calls or none (%s): one confirmation with four calls',
    async (status) => {
      wallet.capabilities = { atomic: { status } }
      const preview = await previewOf('USDT', 'galx', parseEther('20'))
      await sendLinked(intentsOf(preview, 'galx'))
      await stage('confirmed')
      expect(wallet.asked).toEqual(['wallet_sendCalls'])
      expect(wallet.given[0]).toMatchObject({ atomicRequired: true })
      expect(record().batch?.calls.map(({ name }) => name)).toEqual(['approve', 'swap', 'approve', 'stake'])
      expect(record().batch?.calls).toMatchObject([
        { amount: preview.quote.amountIn },
        { amountIn: preview.quote.amountIn, amountOutMin: promisedBy(preview) },
        { amount: promisedBy(preview) },
        { amount: promisedBy(preview) },
      ])
      expect(facts(record())).toMatchObject({ paid: preview.quote.amountIn, staked: promisedBy(preview) })
      expect(await stakedIn('galx')).toBe(minimumReceived(preview.quote.amountOut, 50n))
    },
  )

  it('that may carry out only a part is asked for the swap, and then for the stake', async () => {
    const preview = await previewOf('USDT', 'galx', parseEther('20'))
    await sendLinked(intentsOf(preview, 'galx'))
    await stage('confirmed')
    expect(wallet.given.map(({ atomicRequired, calls }) => [atomicRequired, calls.length])).toEqual([
      [false, 2],
      [false, 2],
    ])
    expect(await stakedIn('galx')).toBe(promisedBy(preview))
  })

  it('that declines to upgrade the account is led step by step', async () => {
    wallet.capabilities = { atomic: { status: 'ready' } }
    wallet.batchError = 5750
    const preview = await previewOf('USDT', 'galx', parseEther('20'))
    await sendLinked(intentsOf(preview, 'galx'))
    await stage('confirmed')
    expect(wallet.asked.filter((method) => method === 'wallet_sendCalls')).toHaveLength(1)
    expect(await stakedIn('galx')).toBe(promisedBy(preview))
    useAppStore.setState({ disabeldMatch: false })
  })
})
