// The cost and the value of a stake or a claim, as the page shows them before anything is signed.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { PairState } from '@galx/protocol/exchange'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { initialChainState, setReading, useChainStore } from '../../src/core/chain/chainStore.ts'
import { pairReserves } from '../../src/core/chain/pairs.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { loadLanguage } from '../../src/i18n/texts.ts'
import { GALX } from '../../src/products/galx/product.ts'
import { ClaimCard } from '../../src/staking/ClaimCard.tsx'
import { StakeCard } from '../../src/staking/StakeCard.tsx'
import { stakeIntent } from '../../src/staking/intents.ts'
import {
  ACCOUNT,
  accountState,
  config,
  ONE,
  pair,
  poolSnapshot,
  read,
  showChain,
  single,
} from './fixtures.ts'
import { answerLater } from '../answerLater.ts'

vi.mock('../../src/core/transactions/runTransaction.ts', () => ({
  runTransaction: vi.fn(() => Promise.resolve(null)),
}))

const PAIRS: PairState[] = [
  { address: '0x1', base: 'GALX', quote: 'USDT', baseReserve: 500n * ONE, quoteReserve: 400n * ONE },
  { address: '0x2', base: 'MCM', quote: 'USDT', baseReserve: 4_000n * ONE, quoteReserve: 200n * ONE },
  { address: '0x3', base: 'WBNB', quote: 'USDT', baseReserve: 5n * ONE, quoteReserve: 3_000n * ONE },
]
const GWEI = 10n ** 9n

/** The node's answers. `estimate` null: the node refuses the call. */
let node: { gasPrice: bigint; estimate: bigint | null }
let asked: { method: string; params: unknown[] }[]

function answer(body: { method: string; params: unknown[] }) {
  asked.push(body)
  if (body.method === 'eth_gasPrice') return { result: `0x${node.gasPrice.toString(16)}` }
  if (body.method !== 'eth_estimateGas') return { error: { code: -32601, message: 'no such method' } }
  if (node.estimate === null) return { error: { code: 3, message: 'execution reverted' } }
  return { result: `0x${node.estimate.toString(16)}` }
}

function chain(earned: bigint) {
  const timestamp = Math.floor(Date.now() / 1_000)
  const state = poolSnapshot({
    rewardEnd: timestamp + 86_400 * 41,
    totalWeight: 1_000n * ONE,
    rewardRate: 10n ** 15n,
  })
  const account = accountState({ weight: 0n, earned, timestamp })
  showChain({
    head: { number: 1n, timestamp, readAt: performance.now() },
    connection: 'up',
    pools: { galx: read(state), galxMcm: read(state) },
    accounts: { galx: read(account), galxMcm: read(accountState({ weight: 0n, earned: 0n, timestamp })) },
    positions: { galx: read([]), galxMcm: read([]) },
    balances: { GALX: read(3_204n * ONE), MCM: read(500n * ONE) },
  })
  setReading(pairReserves, read(PAIRS))
}

beforeAll(() =>
  Promise.all([
    import('../../src/staking/preview/NetworkFeeFact.tsx'),
    import('../../src/staking/preview/WorthFact.tsx'),
    import('../../src/staking/preview/ClaimNote.tsx'),
  ]),
)

beforeEach(() => {
  node = { gasPrice: GWEI, estimate: 100_000n }
  asked = []
  useConfigStore.setState({ state: { status: 'ready', config } })
  useAppStore.setState({ address: ACCOUNT, connection: 'connected', mainApi: 'down' })
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) =>
    Promise.resolve(
      new Response(JSON.stringify(answer(JSON.parse(body) as { method: string; params: unknown[] }))),
    ),
  )
})

afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  useChainStore.setState(initialChainState, true)
  useAppStore.setState(initialAppState(), true)
  await loadLanguage('zh_CN')
})

function fact(label: string) {
  return screen.getByText(label).nextElementSibling?.textContent
}
function type(text: string) {
  fireEvent.change(screen.getByRole('textbox', { name: '质押数量' }), { target: { value: text } })
}

describe('the preview before a stake is signed', () => {
  it('shows gain, share, value by the pools, and the fee of this very transaction', async () => {
    chain(0n)
    render(<StakeCard product={GALX} />)
    type('1000')
    expect(fact('你将多得')).toBe('≈ 43.20 GALX / 天')
    expect(fact('你的占比')).toContain('0.00% → 50.00%')
    await waitFor(() => expect(fact('约值')).toBe('≈ 800.00 USDT 按链上流动池现价'))
    await waitFor(() => expect(fact('网络费')).toBe('≈ 0.0001 BNB'))
    const [estimated] = asked.filter(({ method }) => method === 'eth_estimateGas')
    expect(estimated?.params[0]).toMatchObject({ from: ACCOUNT, to: config.contracts.StakingPools })
  })

  it('marks the fee as typical if the transaction cannot be simulated before its approval', async () => {
    node.estimate = null
    chain(0n)
    render(<StakeCard product={GALX} />)
    type('1000')
    await waitFor(() => expect(fact('网络费')).toMatch(/^≈ 0\.00013\d? BNB 典型值$/))
  })

  it('gives the rate for both tokens of a pair, and their total value', async () => {
    chain(0n)
    render(<StakeCard product={GALX} />)
    fireEvent.click(screen.getByRole('radio', { name: 'GALX + MCM ×1.5' }))
    expect(fact('现在的奖励')).toBe('每 1,000 GALX + 1,000 MCM ≈ 51.84 GALX / 天')
    type('100')
    // 100 GALX at 0.8 and 100 MCM at 0.05.
    await waitFor(() => expect(fact('约值')).toContain('≈ 85.00 USDT'))
  })

  it('rounds up the amount of a pair’s other token, in its leg and on the button', () => {
    const pools = { galx: single, galxMcm: { ...pair, pairRatio: '333333333333333333' } }
    useConfigStore.setState({ state: { status: 'ready', config: { ...config, pools } } })
    chain(0n)
    render(<StakeCard product={GALX} />)
    fireEvent.click(screen.getByRole('radio', { name: 'GALX + MCM ×1.5' }))
    type('100')
    expect(screen.getByRole('status').textContent).toBe('33.333334')
    expect(screen.getByRole('button', { name: /100\.00 GALX \+ 33\.333334 MCM/ })).toBeTruthy()
  })

  it('clears the field once the stake is sent, but keeps text that was typed while the wallet was open', async () => {
    chain(0n)
    const onTyped = vi.fn()
    render(<StakeCard product={GALX} onTyped={onTyped} />)
    const field = () => (screen.getByRole('textbox', { name: '质押数量' }) as HTMLInputElement).value
    for (const next of ['100', '7']) {
      type('100')
      const send = answerLater()
      fireEvent.click(screen.getByRole('button', { name: /100\.00 GALX/ }))
      type(next)
      await send()
      expect(field()).toBe(next === '7' ? '7' : '')
      expect(onTyped).toHaveBeenLastCalledWith(next === '7')
    }
  })

  it('says that no pool gives a price, and prints no 0', async () => {
    chain(0n)
    setReading(pairReserves, read(PAIRS.slice(1)))
    render(<StakeCard product={GALX} />)
    type('1000')
    await waitFor(() => expect(fact('约值')).toBe('没有可参考的流动池'))
  })

  it('is passed to the sheet that is open while the person signs, independent of the language', async () => {
    chain(0n)
    expect((await stakeIntent('galx', single, 1_000n * ONE).prepare(ACCOUNT)).preview).toEqual([
      { label: 'gain', value: '≈ 43.20 GALX' },
      { label: 'share', value: '0.00% → 50.00%' },
      { label: 'worth', value: '≈ 800.00 USDT' },
    ])
    setReading(pairReserves, read([]))
    const { preview = [] } = await stakeIntent('galxMcm', pair, ONE).prepare(ACCOUNT)
    expect(preview.map(({ label }) => label)).toEqual(['gain', 'share'])
  })
})

describe('a claim', () => {
  const worthIt = () => screen.getByRole('button', { name: /领取/ }).className.includes('primary')

  it('that costs more than it is worth has a warning first, and its button turns neutral', async () => {
    // 100 000 gas at 100 gwei cost 0.01 BNB, which is 6 USDT. 5 GALX are worth 4 USDT.
    node.gasPrice = 100n * GWEI
    chain(5n * ONE)
    render(<ClaimCard product={GALX} />)
    expect(await screen.findByText('现在领取不划算：费用 ≈ 6.00，所得 ≈ 4.00 USDT')).toBeTruthy()
    await waitFor(() => expect(worthIt()).toBe(false))
    await loadLanguage('en_US')
    expect(await screen.findByText('Not worth it now: costs ≈ 6.00, brings ≈ 4.00 USDT')).toBeTruthy()
  })

  it('that is worth more than it costs has no warning', async () => {
    chain(5n * ONE)
    render(<ClaimCard product={GALX} />)
    await waitFor(() => expect(asked.map(({ method }) => method)).toContain('eth_gasPrice'))
    expect(screen.getByText('本金不动，只领取奖励')).toBeTruthy()
    expect(worthIt()).toBe(true)
    expect(asked.map(({ method }) => method)).not.toContain('eth_estimateGas')
  })

  it('has no warning if no pool gives its value or cost', async () => {
    node.gasPrice = 100n * GWEI
    chain(5n * ONE)
    for (const pairs of [PAIRS.slice(1), PAIRS.slice(0, 2)]) {
      setReading(pairReserves, read(pairs))
      render(<ClaimCard product={GALX} />)
      await waitFor(() => expect(asked.map(({ method }) => method)).toContain('eth_gasPrice'))
      expect(worthIt()).toBe(true)
      expect(screen.queryByText(/不划算/)).toBeNull()
      cleanup()
    }
  })
})
