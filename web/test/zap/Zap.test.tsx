// On a staking page another token pays: the choice, the expected result, the confirmation, the refusals, and the stake that a swap still lacks.
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { WebConfig } from '@galx/protocol/webConfig'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { initialChainState, setReading, useChainStore } from '../../src/core/chain/chainStore.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { addRecord } from '../../src/core/transactions/records.ts'
import { sendLinked } from '../../src/core/transactions/sendLinked.ts'
import { type TransactionRecord, useTransactionStore } from '../../src/core/transactions/transactionStore.ts'
import { loadOverlay } from '../../src/design/overlay/Overlay.tsx'
import { loadLanguage } from '../../src/i18n/texts.ts'
import { StakeCard } from '../../src/staking/StakeCard.tsx'
import { exchangeRead } from '../../src/swap/exchangeRead.ts'
import type { ExchangeState } from '../../src/swap/exchangeState.ts'
import type { Simulation } from '../../src/swap/simulateSwap.ts'
import { ZAP } from '../../src/zap/lazyZap.tsx'
import {
  ACCOUNT,
  accountState,
  config,
  ONE,
  poolSnapshot,
  read,
  showChain,
  single,
} from '../staking/fixtures.ts'

vi.mock('../../src/core/transactions/sendLinked.ts', () => ({
  sendLinked: vi.fn(() => Promise.resolve(null)),
}))
/** The node's answer to each simulation. */
let simulation: Simulation
vi.mock('../../src/swap/simulateSwap.ts', () => ({ simulateSwap: () => Promise.resolve(simulation) }))

const PAIR = { base: 'GALX', quote: 'USDT', address: `0x${'b'.repeat(40)}` } as const
const COIN = { base: 'WBNB', quote: 'USDT', address: `0x${'c'.repeat(40)}` } as const
const CONFIG: WebConfig = { ...config, pairs: [PAIR, COIN], pools: { ...config.pools, galx: single } }
const STATE: ExchangeState = {
  block: 48_211_905n,
  pairs: [
    { ...PAIR, baseReserve: 500_000n * ONE, quoteReserve: 400_000n * ONE },
    { ...COIN, baseReserve: 500n * ONE, quoteReserve: 300_000n * ONE },
  ],
  terms: { pairFeeBps: 30n, transferFee: { token: 'AAA', pair: `0x${'a'.repeat(40)}`, feeBps: 300n } },
}
const PRODUCT = { pools: ['galx', 'galxMcm'], outlines: {} } as const

// Code that the card loads only when it is needed.
beforeAll(() =>
  Promise.all([
    loadOverlay(),
    import('../../src/zap/Zap.tsx'),
    import('../../src/zap/ZapAmount.tsx'),
    import('../../src/zap/ZapRest.tsx'),
    import('../../src/zap/PaidPicker.tsx'),
    import('../../src/zap/UnfinishedZap.tsx'),
    import('../../src/zap/zapIntents.ts'),
  ]),
)
beforeEach(() => {
  useConfigStore.setState({ state: { status: 'ready', config: CONFIG } })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('unreachable')))
  simulation = { kind: 'received', amount: 124n * ONE, block: 48_211_907n }
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  vi.mocked(sendLinked).mockClear()
  useChainStore.setState(initialChainState, true)
  useAppStore.setState(initialAppState(), true)
  useTransactionStore.setState({ list: [], currentId: null, silent: null })
  await loadLanguage('zh_CN')
})

async function draw({ connected = true, paused = 0, native = ONE, usdt = 1_000_000n, bnb = 10n * ONE } = {}) {
  if (connected) useAppStore.setState({ address: ACCOUNT, connection: 'connected' })
  const pool = poolSnapshot({
    rewardEnd: 4_000_000_000,
    stakingPausedUntil: paused,
    totalWeight: 1_000n * ONE,
  })
  showChain({
    head: { number: 48_211_907n, timestamp: 3_000, readAt: performance.now() },
    connection: 'up',
    pools: { galx: read(pool), galxMcm: read(pool) },
    accounts: { galx: read(accountState({ weight: 0n })) },
    positions: {},
    balances: {
      USDT: read(usdt * ONE),
      GALX: read(50n * ONE),
      MCM: read(0n),
      native: read(native === ONE ? bnb : native),
    },
  })
  setReading(exchangeRead, read(STATE))
  render(<StakeCard product={PRODUCT} zap={ZAP} />)
  await act(async () => {})
}
function choice(token: string) {
  return screen.findByRole('button', { name: `选择支付代币，当前 ${token}` })
}
async function payWith(token: string) {
  fireEvent.click(await choice('GALX'))
  const list = await screen.findByRole('dialog', { name: '支付的代币' })
  fireEvent.click(within(list).getByRole('button', { name: new RegExp(`^${token} `) }))
  await screen.findByRole('textbox', { name: '支付数量' })
}
function type(text: string) {
  fireEvent.change(screen.getByRole('textbox', { name: '支付数量' }), { target: { value: text } })
}
async function openSheet() {
  fireEvent.click(await screen.findByRole('button', { name: '用 100.00 USDT 质押' }))
  const sheet = await screen.findByRole('dialog', { name: '确认兑换并质押' })
  await within(sheet).findByText('124.00 GALX')
  return sheet
}
function sendButton(sheet: HTMLElement) {
  return within(sheet).getByRole('button', { name: '确认，去钱包签名' })
}

describe('the choice of the token that pays', () => {
  it('is one row with the pool’s own token, and changes nothing for a person who does not use it', async () => {
    await draw()
    expect(await choice('GALX')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: '质押数量' })).toBeTruthy()
    expect(screen.queryByText('最少到手，即质押数量')).toBeNull()
  })

  it('is not shown without a wallet, nor for a pair, which needs two tokens', async () => {
    await draw({ connected: false })
    expect(screen.queryByText('支付代币')).toBeNull()
    cleanup()
    await draw()
    await choice('GALX')
    fireEvent.click(screen.getByRole('radio', { name: /^GALX \+ MCM/ }))
    await waitFor(() => expect(screen.queryByText('支付代币')).toBeNull())
  })

  it('leads back to the pool’s own token, with an empty field', async () => {
    await draw()
    await payWith('USDT')
    type('100')
    fireEvent.click(await choice('USDT'))
    const list = await screen.findByRole('dialog', { name: '支付的代币' })
    fireEvent.click(within(list).getByRole('button', { name: /^GALX / }))
    const field = await screen.findByRole('textbox', { name: '质押数量' })
    expect((field as HTMLInputElement).value).toBe('')
  })
})

it('an amount of another token never becomes an amount to stake: the pool’s switch empties the field', async () => {
  await draw()
  await payWith('USDT')
  type('100')
  fireEvent.click(screen.getByRole('radio', { name: /^GALX \+ MCM/ }))
  const field = await screen.findByRole('textbox', { name: '质押数量' })
  expect(field).toHaveProperty('value', '')
  fireEvent.change(field, { target: { value: '7' } })
  fireEvent.click(screen.getByRole('radio', { name: 'GALX' }))
  expect(await screen.findByRole('textbox', { name: '支付数量' })).toHaveProperty('value', '')
})

describe('a stake that USDT pays', () => {
  it('shows the least amount, which is staked, the impact, and the result of exactly that stake', async () => {
    await draw()
    await payWith('USDT')
    type('100')
    expect((await screen.findByText('最少到手，即质押数量')).nextElementSibling?.textContent).toBe(
      '123.970975 GALX',
    )
    expect(screen.getByText('价格影响').nextElementSibling?.textContent).toBe('0.03%')
    expect(screen.getByText('你的占比').nextElementSibling?.textContent).toContain('11.02%')
    expect(screen.getByText('兑换超出最少到手的 GALX 留在钱包里，不质押')).toBeTruthy()
  })

  it('asks once more, and sends the swap with the stake of its least amount', async () => {
    await draw()
    await payWith('USDT')
    type('100')
    const sheet = await openSheet()
    for (const text of [
      '100.00 USDT',
      '123.970975 GALX',
      '流动池费 0.3%',
      'USDT → GALX (直接)',
      '20 分钟',
      '质押之后',
    ])
      expect(sheet.textContent).toContain(text)
    fireEvent.click(sendButton(sheet))
    await waitFor(() => expect(sendLinked).toHaveBeenCalledOnce())
    const [swap, stake] = vi.mocked(sendLinked).mock.calls[0]![0]
    const plan = await swap!.prepare(ACCOUNT)
    const least = plan.call.name === 'swap' ? plan.call.amountOutMin : 0n
    expect(plan).toMatchObject({
      call: { path: ['USDT', 'GALX'], amountIn: 100n * ONE, to: ACCOUNT },
      spends: [{ token: 'USDT', amount: 100n * ONE }],
      facts: { pool: 'galx', tier: '0', stake: least.toString() },
      next: { label: 'stakeIt', page: 'galx' },
    })
    expect(await stake!.prepare(ACCOUNT)).toMatchObject({
      call: { name: 'stake', pool: 'galx', amount: least },
    })
    const short = [{ label: 'received', amount: least - 1n, token: 'GALX' }] as const
    expect((await stake!.prepare(ACCOUNT, short)).call).toMatchObject({ amount: least - 1n })
    const more = [{ label: 'received', amount: least + 9n, token: 'GALX' }] as const
    expect((await stake!.prepare(ACCOUNT, more)).call).toMatchObject({ amount: least })
  })

  it('is not sent if a swap now gives less than the least amount', async () => {
    await draw()
    await payWith('USDT')
    type('100')
    simulation = { kind: 'received', amount: 123n * ONE, block: 48_211_907n }
    fireEvent.click(await screen.findByRole('button', { name: '用 100.00 USDT 质押' }))
    const sheet = await screen.findByRole('dialog', { name: '确认兑换并质押' })
    expect(await within(sheet).findByText(/低于最少到手/)).toBeTruthy()
    expect(sendButton(sheet)).toHaveProperty('disabled', true)
  })

  it('has the guards of every swap: typing from 10 %, and no way above 25 %', async () => {
    await draw()
    await payWith('USDT')
    type('60000')
    fireEvent.click(await screen.findByRole('button', { name: '用 60,000.00 USDT 质押' }))
    simulation = { kind: 'received', amount: 66_000n * ONE, block: 48_211_907n }
    const sheet = await screen.findByRole('dialog', { name: '确认兑换并质押' })
    const field = await within(sheet).findByRole('textbox', { name: /以确认价格影响/ })
    expect(sendButton(sheet)).toHaveProperty('disabled', true)
    fireEvent.change(field, { target: { value: /输入 ([\d.]+)/.exec(sheet.textContent)![1] } })
    await waitFor(() => expect(sendButton(sheet)).toHaveProperty('disabled', false))
    cleanup()
    await draw()
    await payWith('USDT')
    type('200000')
    expect(await screen.findByRole('button', { name: '价格影响过大，不发送' })).toHaveProperty(
      'disabled',
      true,
    )
    fireEvent.click(screen.getByRole('button', { name: /^改为/ }))
    expect(await screen.findByRole('button', { name: /^用 .* USDT 质押$/ })).toHaveProperty('disabled', false)
  })

  it('names the pause of the pool, and a short balance', async () => {
    await draw({ paused: 4_000_000_000 })
    await payWith('USDT')
    expect(await screen.findByRole('button', { name: '新质押已暂停' })).toHaveProperty('disabled', true)
    cleanup()
    await draw({ usdt: 99n })
    await payWith('USDT')
    type('100')
    expect(await screen.findByRole('button', { name: 'USDT 余额不足' })).toHaveProperty('disabled', true)
  })
})

it('all of the coin leaves enough for the network fee', async () => {
  await draw({ bnb: ONE })
  await payWith('BNB')
  fireEvent.click(screen.getByRole('button', { name: '最大' }))
  expect(screen.getByRole('textbox', { name: '支付数量' })).toHaveProperty('value', '0.998')
  expect(await screen.findByRole('button', { name: '用 0.998 BNB 质押' })).toHaveProperty('disabled', false)
  type('1')
  expect(await screen.findByRole('button', { name: 'BNB 不够付网络费' })).toHaveProperty('disabled', true)
})

describe('a swap whose stake is missing', () => {
  const swap = {
    id: 'swap',
    account: ACCOUNT,
    stage: 'confirmed',
    linked: 'first',
    startedAt: 1,
    title: '',
    steps: [],
    facts: { pool: 'galx', tier: '0', stake: (123n * ONE).toString() },
    outcome: { facts: [{ label: 'received', amount: 124n * ONE, token: 'GALX' }], next: null, changes: [] },
  } as unknown as TransactionRecord
  const offer = '兑换到账 124.00 GALX，其中 123.00 GALX 还没有质押。'

  it('offers the stake of exactly the missing amount', async () => {
    useTransactionStore.setState({ list: [swap] })
    await draw()
    await screen.findByText(offer)
    fireEvent.click(screen.getByRole('button', { name: '质押' }))
    await waitFor(() => expect(sendLinked).toHaveBeenCalledOnce())
    const [intents, before] = vi.mocked(sendLinked).mock.calls[0]!
    expect(before).toBe(swap)
    expect((await intents[0]!.prepare(ACCOUNT, swap.outcome!.facts)).call).toMatchObject({
      amount: 123n * ONE,
    })
  })

  it('is not sent again if another tab has sent the stake', async () => {
    const own = { ...swap, genesisHash: '0x' } as TransactionRecord
    addRecord(own)
    addRecord({ ...own, id: 'stake', linked: 'last', after: 'swap', stage: 'pending' })
    // The other tab's record is in the storage that both tabs share.
    useTransactionStore.setState({ list: [own], currentId: null })
    await draw()
    await screen.findByText(offer)
    fireEvent.click(screen.getByRole('button', { name: '质押' }))
    await waitFor(() => expect(screen.queryByText(offer)).toBeNull())
    expect(sendLinked).not.toHaveBeenCalled()
  })

  it('is no longer offered once the person leaves the tokens in the wallet', async () => {
    useTransactionStore.setState({ list: [swap] })
    await draw()
    await screen.findByText(offer)
    fireEvent.click(screen.getByRole('button', { name: '不质押' }))
    await waitFor(() => expect(screen.queryByText(offer)).toBeNull())
    expect(useTransactionStore.getState().list[0]?.facts).toMatchObject({ left: 'yes' })
  })

  it('is not offered while the app itself leads to the stake', async () => {
    useTransactionStore.setState({ list: [swap], silent: { id: 'swap', stop: () => {}, linked: true } })
    await draw()
    await choice('GALX')
    expect(screen.queryByText(offer)).toBeNull()
  })
})
