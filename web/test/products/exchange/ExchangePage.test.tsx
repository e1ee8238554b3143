// The page /index: without a wallet, with a wallet, at each step of the guard, without servers, without the chain.
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { WebConfig } from '@galx/protocol/webConfig'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { initialChainState, setReading, useChainStore } from '../../../src/core/chain/chainStore.ts'
import { balanceOf } from '../../../src/core/chain/reads.ts'
import { setRefresh } from '../../../src/core/chain/refresh.ts'
import { useConfigStore } from '../../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../../src/core/state/appStore.ts'
import { afterFailure } from '../../../src/core/state/reading.ts'
import { runTransaction } from '../../../src/core/transactions/runTransaction.ts'
import { useTransactionStore } from '../../../src/core/transactions/transactionStore.ts'
import { useWalletStore } from '../../../src/core/wallet/walletStore.ts'
import { loadOverlay } from '../../../src/design/overlay/Overlay.tsx'
import { loadLanguage } from '../../../src/i18n/texts.ts'
import { exchangeRead } from '../../../src/swap/exchangeRead.ts'
import type { ExchangeState } from '../../../src/swap/exchangeState.ts'
import ExchangePage from '../../../src/products/exchange/index.page.tsx'
import { answerLater } from '../../answerLater.ts'
import { ACCOUNT, config, ONE, read, showChain } from '../../staking/fixtures.ts'

vi.mock('../../../src/core/transactions/runTransaction.ts', () => ({
  runTransaction: vi.fn(() => Promise.resolve(null)),
}))

const PAIRS = [
  { base: 'AAA', quote: 'USDT', address: `0x${'a'.repeat(40)}` },
  { base: 'GALX', quote: 'USDT', address: `0x${'b'.repeat(40)}` },
] as const
const CONFIG: WebConfig = {
  ...config,
  pairs: [...PAIRS],
  tokens: { ...config.tokens, GALX: { address: `0x${'e'.repeat(40)}`, permit: true } },
}
const STATE: ExchangeState = {
  block: 48_211_905n,
  pairs: [
    { ...PAIRS[0], baseReserve: 200_000n * ONE, quoteReserve: 400_000n * ONE },
    { ...PAIRS[1], baseReserve: 500_000n * ONE, quoteReserve: 400_000n * ONE },
  ],
  terms: { pairFeeBps: 30n, transferFee: { token: 'AAA', pair: PAIRS[0].address, feeBps: 300n } },
}
/** The servers' answers; null: they are down. */
let history: object | null

beforeAll(() => loadOverlay())
beforeEach(() => {
  useConfigStore.setState({ state: { status: 'ready', config: CONFIG } })
  history = {
    before: (2n * ONE).toString(),
    from: 1_000,
    points: [{ at: 2_000, price: ((ONE * 22n) / 10n).toString() }],
    high: ((ONE * 22n) / 10n).toString(),
    low: (2n * ONE).toString(),
    baseVolume: '0',
    quoteVolume: (75n * ONE).toString(),
    swaps: 3,
  }
  vi.stubGlobal('fetch', (url: string) =>
    url.includes('/api/getPriceHistory') && history !== null
      ? Promise.resolve(new Response(JSON.stringify({ code: 200, message: '', data: history })))
      : Promise.reject(new TypeError('unreachable')),
  )
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  useChainStore.setState(initialChainState, true)
  useAppStore.setState(initialAppState(), true)
  useWalletStore.setState({ connected: null })
  useTransactionStore.setState({ list: [], currentId: null })
  await loadLanguage('zh_CN')
})

async function draw({ connected = true, exchange = read(STATE), usdt = 1_000_000n } = {}) {
  if (connected) useAppStore.setState({ address: ACCOUNT, connection: 'connected' })
  showChain({
    head: { number: 48_211_907n, timestamp: 3_000, readAt: performance.now() },
    connection: 'up',
    pools: {},
    accounts: {},
    positions: {},
    balances: { USDT: read(usdt * ONE), AAA: read(0n), native: read(ONE) },
  })
  setReading(exchangeRead, exchange)
  render(<ExchangePage />)
  await act(async () => {})
}
function pay(amount: string) {
  fireEvent.change(screen.getByRole('textbox', { name: '支付' }), { target: { value: amount } })
}
function button(name: string | RegExp) {
  return screen.getByRole('button', { name })
}
async function choose(side: string, now: string, next: RegExp) {
  fireEvent.click(button(`选择代币，当前 ${now}`))
  const sheet = await screen.findByRole('dialog', { name: `${side}的代币` })
  fireEvent.click(within(sheet).getByRole('button', { name: next }))
}

describe('/index', () => {
  it('shows the least received amount, the impact, AAA’s fee, the pool’s fee and the route before anything is signed', async () => {
    await draw()
    pay('500')
    const facts = screen.getByText('最少到手').closest('dl')!
    for (const text of [
      '240.264208 AAA',
      '0.13%',
      'AAA 手续费 3%',
      '−7.468193 AAA',
      '流动池费 0.3%',
      '1.50 USDT',
      'USDT → AAA (直接)',
    ])
      expect(facts.textContent).toContain(text)
    expect(button('兑换 500.00 USDT')).toHaveProperty('disabled', false)
    expect((screen.getByRole('textbox', { name: '到手（已扣费用）' }) as HTMLInputElement).value).toMatch(
      /^241\.4\d+$/,
    )
  })

  it('links to the destination of AAA’s fee in words', async () => {
    await draw()
    pay('500')
    expect(screen.getByRole('link', { name: '看 AAA 基金' }).getAttribute('href')).toBe('#/aaaJiJin')
  })

  it('shows the remaining pause after a transaction, not that a transaction is running', async () => {
    useAppStore.setState({ disabeldMatch: true, matchUntil: performance.now() + 60_000 })
    await draw()
    expect(button('交易已发送，10 秒后可继续')).toBeTruthy()
  })

  it('names the block of the reserves, which may be older than the newest block', async () => {
    await draw()
    expect(screen.getByText('按区块 48,211,905 报价，随区块更新')).toBeTruthy()
    pay('500')
    fireEvent.click(button('兑换 500.00 USDT'))
    expect(
      within(await screen.findByRole('dialog', { name: '确认兑换' })).getByText(/48,211,905/),
    ).toBeTruthy()
  })

  it('moves to the field if the button is pressed without an amount, and shows a large amount in full', async () => {
    await draw()
    fireEvent.click(button('输入数量'))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '支付' }))
    pay('123456')
    expect((screen.getByRole('textbox', { name: '到手（已扣费用）' }) as HTMLInputElement).value).toMatch(
      /^\d{5}\.\d{1,4}$/,
    )
  })

  it('never shows a paid amount below its true value, down to the token’s last decimal', async () => {
    // A bitcoin costs 100 000 USDT.
    const btcb = { base: 'BTCB', quote: 'USDT', address: `0x${'c'.repeat(40)}` } as const
    const pairs = [{ ...btcb, baseReserve: 1_000n * ONE, quoteReserve: 100_000_000n * ONE }]
    await draw({ exchange: read({ ...STATE, pairs }) })
    act(() => setReading(balanceOf('BTCB'), read(ONE)))
    await choose('支付', 'USDT', /^BTCB/)
    await choose('到手', 'AAA', /^USDT/)
    fireEvent.change(screen.getByRole('textbox', { name: '到手（已扣费用）' }), { target: { value: '0.15' } })
    // The quote is 0.0000015 BTCB and the pool's fee of 0.3 %.
    expect((screen.getByRole('textbox', { name: '支付' }) as HTMLInputElement).value).toBe('0.00000151')
    fireEvent.click(button('兑换 0.00000151 BTCB'))
    const sheet = await screen.findByRole('dialog', { name: '确认兑换' })
    expect(within(sheet).getByText('0.00000151 BTCB')).toBeTruthy()
  })

  it('quotes without a wallet, and the button leads to one', async () => {
    await draw({ connected: false })
    pay('500')
    expect(screen.getByText('最少到手')).toBeTruthy()
    expect(button('连接钱包后兑换')).toHaveProperty('disabled', false)
    expect(screen.getByText('连接钱包后可以询问它的节点')).toBeTruthy()
  })

  it('warns more strongly with a larger impact, offers an amount that works, and sends nothing above 25 %', async () => {
    await draw()
    pay('6000')
    expect(screen.getByText(/^因数量较大少得/)).toBeTruthy()
    pay('30000')
    expect(screen.getByText(/^成交价比现价差 6\.9\d%/)).toBeTruthy()
    pay('60000')
    expect(screen.getByText(/^价格影响 13\.0\d%：直接少得/)).toBeTruthy()
    expect(button(/^兑换 60,000/)).toHaveProperty('disabled', false)
    pay('200000')
    expect(button('价格影响过大，不发送')).toHaveProperty('disabled', true)
    fireEvent.click(button(/影响不到 1%$/))
    expect(button(/^兑换 [34],\d00\.00 USDT$/)).toHaveProperty('disabled', false)
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('offers no more than the account holds', async () => {
    await draw({ usdt: 900n })
    pay('200000')
    fireEvent.click(button('改为 900.00 USDT，影响不到 1%'))
    expect(button('兑换 900.00 USDT')).toHaveProperty('disabled', false)
  })

  it('requires the person to type an impact from 10 % before the confirmation', async () => {
    await draw()
    pay('60000')
    fireEvent.click(button(/^兑换 60,000/))
    const sheet = await screen.findByRole('dialog', { name: '确认兑换' })
    expect(within(sheet).getByRole('textbox', { name: /^输入 13\.0\d 以确认价格影响$/ })).toBeTruthy()
    expect(within(sheet).getByRole('button', { name: '确认，去钱包签名' })).toHaveProperty('disabled', true)
  })

  it('sends nothing if the pools cannot be read, and says that the impact is unknown', async () => {
    await draw({ exchange: afterFailure(undefined, 'no node answers') })
    pay('500')
    const [line] = screen.getAllByText('读不到流动池，价格影响未知，不发送')
    expect(line).toBeTruthy()
    expect(button('读不到流动池，价格影响未知，不发送')).toHaveProperty('disabled', true)
  })

  it('wraps nothing without a known balance: if the balance cannot be read, the button reads it again', async () => {
    const refresh = vi.fn(() => Promise.resolve())
    setRefresh(refresh)
    await draw()
    act(() => setReading(balanceOf('native'), afterFailure(undefined, 'no node answers')))
    await choose('支付', 'USDT', /^BNB/)
    await choose('到手', 'AAA', /^WBNB/)
    pay('1')
    fireEvent.click(button('余额读不到，重试'))
    expect(refresh).toHaveBeenCalledOnce()
    setRefresh(null)
  })

  it('clears the form once the swap is sent, but keeps tokens and amount that were chosen while the wallet was open', async () => {
    await draw()
    const field = () => (screen.getByRole('textbox', { name: '支付' }) as HTMLInputElement).value
    await choose('支付', 'USDT', /^BNB/)
    await choose('到手', 'AAA', /^WBNB/)
    for (const next of ['0.25', '0.5']) {
      pay('0.25')
      const send = answerLater()
      await act(async () => fireEvent.click(button(/0\.25/)))
      await waitFor(() => expect(vi.mocked(runTransaction)).toHaveBeenCalled())
      vi.mocked(runTransaction).mockClear()
      if (next === '0.5') {
        fireEvent.click(button('交换方向'))
        pay(next)
      }
      await send()
      expect(field()).toBe(next === '0.5' ? '0.5' : '')
    }
    expect(button('选择代币，当前 WBNB')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /^选择代币/ })[0]!.getAttribute('aria-label')).toContain(
      'WBNB',
    )
  })

  it('finds tokens by name and by address, and reverses the trade if the other side’s token is chosen', async () => {
    await draw()
    fireEvent.click(button('选择代币，当前 USDT'))
    const sheet = await screen.findByRole('dialog', { name: '支付的代币' })
    const search = within(sheet).getByRole('searchbox')
    const rows = () =>
      within(sheet)
        .queryAllByRole('listitem')
        .map((row) => row.textContent)
    fireEvent.change(search, {
      target: { value: CONFIG.tokens.GALX.address.toUpperCase().replace('0X', '0x') },
    })
    expect(rows()).toHaveLength(1)
    fireEvent.change(search, { target: { value: 'doge' } })
    expect(within(sheet).getByText('没有这个代币')).toBeTruthy()
    fireEvent.change(search, { target: { value: 'aaa' } })
    expect(rows()[0]).toContain('手续费 3%，归质押者')
    fireEvent.click(within(sheet).getByRole('button', { name: /^AAA/ }))
    expect(button('选择代币，当前 AAA')).toBeTruthy()
    expect(button('选择代币，当前 USDT')).toBeTruthy()
  })

  it('draws the price with its range, and without servers says so and keeps quoting', async () => {
    await draw()
    expect(await screen.findByRole('slider', { name: 'AAA 的 USDT 价格' })).toBeTruthy()
    expect(screen.getByText('75.00 USDT')).toBeTruthy()
    cleanup()
    history = null
    await draw()
    await waitFor(() => expect(screen.getByText('读不到价格记录。兑换不受影响：报价来自链上。')).toBeTruthy())
    pay('500')
    expect(button('兑换 500.00 USDT')).toHaveProperty('disabled', false)
  })

  it('asks the wallet’s own node whether it is protected, again on demand and after a change of network', async () => {
    const answers: Record<string, string> = { eth_call: '0x' }
    const request = vi.fn(({ method }: { method: string }) => Promise.resolve(answers[method]))
    const connectedTo = { id: 'tokenpocket' as const, name: 'test', icon: null, provider: { request } }
    useWalletStore.setState({ connected: connectedTo })
    await draw()
    expect(await screen.findByText('钱包的节点没有声明受保护')).toBeTruthy()
    expect(request).toHaveBeenCalledWith({
      method: 'eth_call',
      params: [{ from: ACCOUNT, to: `0x${'0'.repeat(38)}48`, value: '0x30', data: '0x30' }, 'latest'],
    })
    answers.eth_call = '0x30'
    fireEvent.click(button('重新询问'))
    expect(await screen.findByText('钱包的节点声明：交易不经过公开的待处理列表')).toBeTruthy()
    answers.eth_call = '0x'
    act(() => useAppStore.setState({ walletChainId: 97 }))
    expect(await screen.findByText('钱包的节点没有声明受保护')).toBeTruthy()
    // If the chain is read through the wallet, the wallet also receives other requests at their own times.
    expect(request.mock.calls.filter(([{ method }]) => method === 'eth_call')).toHaveLength(3)
  })

  it('offers each relay of the configuration to the wallet, and shows the result', async () => {
    const added: unknown[] = []
    const request = vi.fn(({ method, params }: { method: string; params?: unknown }) => {
      if (method !== 'wallet_addEthereumChain') return Promise.resolve('0x')
      added.push((params as unknown[])[0])
      return added.length === 1 ? Promise.resolve(null) : Promise.reject(new Error('no'))
    })
    useWalletStore.setState({
      connected: { id: 'tokenpocket', name: 'test', icon: null, provider: { request } },
    })
    const relays = [{ name: '48 Club', rpcUrl: 'https://relay.example' }]
    useConfigStore.setState({ state: { status: 'ready', config: { ...CONFIG, relays } } })
    await draw()
    fireEvent.click(button('在钱包中添加 48 Club'))
    expect(await screen.findByText('已交给钱包。切换到新添加的网络后再询问一次。')).toBeTruthy()
    expect(added).toMatchObject([{ chainId: '0x38', rpcUrls: ['https://relay.example'] }])
    fireEvent.click(button('在钱包中添加 48 Club'))
    expect(await screen.findByText('钱包没有添加这个节点')).toBeTruthy()
  })

  it('speaks English', async () => {
    await loadLanguage('en_US')
    await draw()
    fireEvent.change(screen.getByRole('textbox', { name: 'You pay' }), { target: { value: '500' } })
    expect(screen.getByText('AAA fee 3%')).toBeTruthy()
    expect(button('Swap 500.00 USDT')).toBeTruthy()
  })
})
