import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { App } from '../../src/shell/App.tsx'
import { StatusBanners } from '../../src/shell/frame/StatusBanners.tsx'
import { TransactionSheet } from '../../src/shell/transactions/TransactionSheet.tsx'
import { useAppStore } from '../../src/core/state/appStore.ts'
import type { OutcomeFact } from '../../src/core/transactions/calls/callFile.ts'
import { useTransactionStore, type TransactionRecord } from '../../src/core/transactions/transactionStore.ts'
import { loadLanguage } from '../../src/i18n/texts.ts'
import { useWalletStore } from '../../src/core/wallet/walletStore.ts'
import { scriptedWallet } from '../core/scriptedWallet.ts'
import { account, freshApp, show } from './support.tsx'

const record: TransactionRecord = {
  id: 'a',
  account,
  chainId: 56,
  genesisHash: `0x${'a'.repeat(64)}`,
  title: '质押 1,500.00 GALX',
  call: { name: 'claim', pool: 'galx', to: `0x${'1'.repeat(40)}` },
  stage: 'pending',
  steps: [],
  hash: `0x${'1'.repeat(64)}`,
  nonce: 3,
  startedAt: 1_700_000_000_000,
  sentAt: 1_700_000_001_000,
  finishedAt: null,
  sentBlock: null,
  blockNumber: null,
  problem: null,
  replacement: null,
}
const approved = [
  { kind: 'approve', token: 'USDT', status: 'done' },
  { kind: 'call', token: null, status: 'active' },
] as const
function put(change: Partial<TransactionRecord>, currentId: string | null = 'a') {
  return act(() => useTransactionStore.setState({ list: [{ ...record, ...change }], currentId }))
}

describe('the transaction sheet', () => {
  beforeEach(() => freshApp({ explorerUrl: 'https://bscscan.com' }))
  afterEach(() => vi.restoreAllMocks())

  it('shows the expected result and cost of a stake while it is signed, and no longer once it is mined', async () => {
    await show(<TransactionSheet />)
    const preview = [
      { label: 'gain', value: '≈ 43.20 GALX' },
      { label: 'share', value: '0.00% → 50.00%' },
    ] as const
    put({ stage: 'signing', deal: preview, fee: 123_456_700_000_000n })
    const sheet = await screen.findByRole('dialog')
    for (const text of ['现在每天多得', '≈ 43.20 GALX', '你的占比', '网络费，最多', '0.000124 BNB'])
      expect(sheet.textContent).toContain(text)
    await act(() => loadLanguage('en_US'))
    expect(sheet.textContent).toContain('More per day, now')
    put({ stage: 'confirmed', deal: preview, fee: 123_456_700_000_000n })
    expect(sheet.textContent).not.toContain('43.20')
    expect(sheet.textContent).not.toContain('BNB')
  })

  it('offers to resend a transaction that has waited for a minute, and says that no node has shown its bytes', async () => {
    await show(<TransactionSheet />)
    put({ sentAt: Date.now() - 30_000 })
    const sheet = await screen.findByRole('dialog')
    expect(sheet.textContent).not.toContain('再次发送')
    put({ sentAt: Date.now() - 60_000 })
    const button = await screen.findByRole('button', { name: '再次发送' })
    vi.stubGlobal('fetch', async () => Response.json({ jsonrpc: '2.0', id: 1, result: null }))
    fireEvent.click(button)
    await waitFor(() => expect(sheet.textContent).toContain('没有节点给出过这笔交易的签名数据'))
    vi.unstubAllGlobals()
    put({ sentAt: Date.now() - 60_000, stage: 'confirmed' })
    expect(sheet.textContent).not.toContain('再次发送')
  })

  it('names its account once another account is connected, and leads to no page of the other account', async () => {
    await show(<TransactionSheet />)
    act(() => useAppStore.setState({ address: account }))
    const outcome = {
      facts: [],
      next: { label: 'viewPosition' as const, page: 'galx' as const },
      changes: [],
    }
    put({ stage: 'confirmed', outcome })
    const sheet = await screen.findByRole('dialog')
    expect(sheet.textContent).toContain('查看仓位')
    expect(sheet.textContent).not.toContain('账户')
    act(() => useAppStore.setState({ address: `0x${'b'.repeat(40)}` }))
    expect(sheet.textContent).toContain(`账户${account.slice(0, 6)}`)
    expect(sheet.textContent).not.toContain('查看仓位')
  })

  it('names the bonus that a claim leaves out, with the reason, while it is signed and afterwards', async () => {
    await show(<TransactionSheet />)
    const problem = {
      code: 'reverted' as const,
      error: 'RewardVouchers_SignatureInvalid',
      values: ['7', account],
      reason: null,
    }
    const leftOut = [{ amount: (14n * 10n ** 18n).toString(), token: 'GALX' as const, problem }]
    put({ stage: 'signing', leftOut })
    const words = '不含奖金 14.00 GALX：这张凭证不是合约现任签名者签署的'
    expect(await screen.findByText(words)).toBeTruthy()
    put({ stage: 'confirmed', leftOut })
    expect(screen.getByText(words)).toBeTruthy()
  })

  it('shows the result from the receipt, before and after, and the one next step', async () => {
    await show(<TransactionSheet />)
    put({
      stage: 'confirmed',
      title: { name: 'stake', values: ['1,500.00 GALX'] },
      outcome: {
        facts: [{ label: 'staked', token: 'GALX', amount: 1_499n * 10n ** 18n }],
        changes: [
          { label: 'balance', unit: 'GALX', before: 2_000n * 10n ** 18n, after: 501n * 10n ** 18n },
          { label: 'share', unit: 'share', before: 0n, after: 12_340_000n },
        ],
        next: { label: 'viewPosition', page: 'galx' },
      },
    })
    const sheet = await screen.findByRole('dialog', { name: '质押 1,500.00 GALX' })
    for (const text of [
      '已质押',
      '1,499.00 GALX',
      '钱包余额',
      '2,000.00 GALX',
      '501.00 GALX',
      '0.00%',
      '12.34%',
    ])
      expect(sheet.textContent).toContain(text)
    // The title is in the present language.
    await act(() => loadLanguage('en_US'))
    expect(await screen.findByRole('dialog', { name: 'Stake 1,500.00 GALX' })).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'View the position' }))
    expect(window.location.hash).toBe('#/galx')
    expect(useTransactionStore.getState().currentId).toBeNull()
    await act(() => loadLanguage('zh_CN'))
  })

  it('leads to the position on the open page, and leaves it in view', async () => {
    // jsdom has neither of the two functions. The last call decides which element is in view.
    const scrolled: string[] = []
    Element.prototype.scrollIntoView = function () {
      scrolled.push(this.id)
    }
    vi.spyOn(window, 'scrollTo').mockImplementation(() => void scrolled.push('top'))
    window.history.replaceState(null, '', '/#/galx')
    useAppStore.setState({ address: account, connection: 'connected' })
    const Page = () => <section id="positions">positions</section>
    await show(<App pageAt={() => Page} />)
    put({
      stage: 'confirmed',
      outcome: { facts: [], changes: [], next: { label: 'viewPosition', page: 'galx' } },
    })
    fireEvent.click(await screen.findByRole('button', { name: '查看仓位' }, { timeout: 10_000 }))
    await waitFor(() => expect(scrolled.at(-1)).toBe('positions'))
    expect(scrolled).toEqual(['positions'])
  })

  it('a transaction that no node can simulate is shown with the node’s words, and the person may still send it', async () => {
    await show(<TransactionSheet />)
    put({ stage: 'checking', hash: null, problem: { code: 'untried', message: 'over rate limit' } })
    let sent = false
    const stop = () => {}
    act(() => useTransactionStore.setState({ silent: { id: 'a', stop, goOn: () => (sent = true) } }))
    await screen.findByText(/没有链节点能预先试算这笔交易（over rate limit）/)
    expect(screen.getByRole('button', { name: '不再等待' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '仍要发送' }))
    expect(sent).toBe(true)
  })

  it('offers the actions that work with the connected wallet for a batch without a report', async () => {
    const batch = { id: '0x1', calls: [], hashes: [], wallet: 'tokenpocket' as const }
    const connect = (id: 'tokenpocket' | 'okx' | null) =>
      act(() =>
        useWalletStore.setState({
          connected: id && { id, name: id, icon: null, provider: scriptedWallet() },
        }),
      )
    const offered = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
    await show(<TransactionSheet />)
    connect('tokenpocket')
    put({ hash: null, batch, problem: { code: 'batchSilent' } })
    await screen.findByRole('button', { name: '再问一次钱包' })
    expect(offered()).toEqual(expect.arrayContaining(['在钱包中查看']))
    connect('okx')
    put({ hash: null, batch, problem: { code: 'batchAway' } })
    await screen.findByText(/请连接该钱包再询问/)
    expect(screen.queryByRole('button', { name: '再问一次钱包' })).toBeNull()
    expect(screen.queryByRole('button', { name: '在钱包中查看' })).toBeNull()
    connect(null)
    expect(offered()).toEqual(expect.arrayContaining(['连接钱包']))
    expect(screen.queryByRole('button', { name: '再问一次钱包' })).toBeNull()
  })

  it('reports a wallet that does not answer, and the person may stop waiting', async () => {
    await show(<TransactionSheet />)
    put({ stage: 'signing', hash: null })
    let stopped = false
    act(() => useTransactionStore.setState({ silent: { id: 'a', stop: () => (stopped = true) } }))
    await screen.findByText(/钱包还没有答复/)
    fireEvent.click(screen.getByRole('button', { name: '不再等待' }))
    expect(stopped).toBe(true)
    act(() => useTransactionStore.setState({ silent: null }))
  })

  it('marks only the running step, and no step once the person has refused it', async () => {
    await show(<TransactionSheet />)
    const steps = [
      { kind: 'permit', token: 'MCM', status: 'active' },
      { kind: 'call', token: null, status: 'waiting' },
    ] as const
    const marks = () => screen.getAllByRole('listitem').map(({ className }) => className)
    put({ stage: 'signing', hash: null, steps: [...steps] })
    await screen.findByRole('dialog')
    expect(marks()).toEqual(['step active', 'step'])
    put({ stage: 'refused', hash: null, steps: [...steps] })
    expect(marks()).toEqual(['step', 'step'])
  })

  it('offers to stop waiting for a pending approval', async () => {
    await show(<TransactionSheet />)
    put({ stage: 'pending', sentAt: null })
    let stopped = false
    act(() =>
      useTransactionStore.setState({ silent: { id: 'a', stop: () => (stopped = true), approval: true } }),
    )
    await screen.findByText(/授权已发送/)
    fireEvent.click(screen.getByRole('button', { name: '不再等待' }))
    expect(stopped).toBe(true)
    act(() => useTransactionStore.setState({ silent: null }))
    put({ stage: 'failed', sentAt: null, problem: { code: 'approvalLeft', token: 'USDT' } })
    await screen.findByText(/已不再等待 USDT 的授权/)
  })

  it('names the stage, links to the explorer, and shows each end differently', async () => {
    await show(<TransactionSheet />)
    put({})
    const sheet = await screen.findByRole('dialog', { name: '质押 1,500.00 GALX' })
    expect(sheet.textContent).toContain('已发送，等待上链')
    expect(screen.getByRole('link').getAttribute('href')).toBe(`https://bscscan.com/tx/${record.hash}`)
    for (const [change, text] of [
      [{ stage: 'confirmed' }, '已确认'],
      [{ stage: 'dropped' }, '重新发起之前，请先在钱包中查看并取消它'],
      [{ stage: 'replaced', replacement: { hash: null, how: 'cancelled' } }, '没有任何变动'],
      [{ stage: 'replaced', replacement: { hash: null, how: 'other' } }, '找不到是哪笔交易'],
      [{ stage: 'refused', hash: null }, '你在钱包中取消了'],
      [{ stage: 'failed', hash: null, problem: { code: 'genesisUnknown' } }, '无法从钱包读取创世区块'],
      [{ stage: 'refused', hash: null, steps: approved }, '授权已生效；交易本身没有发送'],
      [
        { stage: 'failed', hash: null, sentAt: null, steps: approved, problem: { code: 'accountChanged' } },
        '钱包中的账户已更换，已停止。此前的授权已生效',
      ],
    ] as [Partial<TransactionRecord>, string][]) {
      put(change)
      // The first shown error loads the texts of all errors.
      await waitFor(() => expect(sheet.textContent).toContain(text))
    }
  })

  it('offers to switch back if the wallet is on another chain', async () => {
    await show(<TransactionSheet />)
    put({ stage: 'failed', hash: null, problem: { code: 'wrongChain' } })
    expect(await screen.findByRole('button', { name: '切换网络' })).toBeTruthy()
    // The wallet is already on a network with this chain id: a switch would change nothing.
    put({ stage: 'failed', hash: null, problem: { code: 'wrongGenesis' } })
    await screen.findByText(/换一个节点/)
    expect(screen.queryByRole('button', { name: '切换网络' })).toBeNull()
  })

  it('keeps a pending transaction visible after a reload, one tap from its sheet', async () => {
    useAppStore.setState({ address: account, connection: 'connected' })
    put({}, null)
    await show(<StatusBanners />)
    fireEvent.click(await screen.findByRole('button', { name: '1 笔交易进行中' }))
    expect(useTransactionStore.getState().currentId).toBe('a')
  })

  it('leads from a swap to its stake, and says afterwards how much arrived, is staked and is left', async () => {
    await show(<TransactionSheet />)
    const ether = 10n ** 18n
    const earlier: OutcomeFact[] = [
      { label: 'paid', amount: 100n * ether, token: 'USDT' },
      { label: 'received', amount: 124n * ether, token: 'GALX' },
    ]
    const outcomeOf = (facts: OutcomeFact[]) => ({ facts, next: null, changes: [] })
    const swap = { linked: 'first', outcome: outcomeOf(earlier) } as const
    const sheet = () => screen.findByRole('dialog')

    put({ ...swap, stage: 'signing' })
    expect((await sheet()).textContent).toContain('第 1 步，共 2 步')
    put(swap)
    await within(await sheet()).findByText(/上链后，可在质押页继续质押/)
    let stopped = false
    act(() =>
      useTransactionStore.setState({ silent: { id: 'a', stop: () => (stopped = true), linked: true } }),
    )
    await within(await sheet()).findByText(/想先做别的，可以不再等待/)
    fireEvent.click(screen.getByRole('button', { name: '不再等待' }))
    expect(stopped).toBe(true)
    act(() => useTransactionStore.setState({ silent: null }))
    put({ ...swap, stage: 'confirmed', next: { label: 'stakeIt', page: 'galx' } })
    await within(await sheet()).findByText(/质押还没有发送/)
    expect(screen.getByRole('button', { name: '去质押' })).toBeTruthy()

    const last = { linked: 'last', after: 'b', earlier } as const
    put({ ...last, stage: 'refused', hash: null, sentAt: null })
    await within(await sheet()).findByText(/质押没有发送/)
    put({
      ...last,
      stage: 'confirmed',
      outcome: outcomeOf([{ label: 'staked', amount: 123n * ether, token: 'GALX' }]),
    })
    const sentence = await within(await sheet()).findByText(/^到账/)
    expect(sentence.textContent).toBe('到账 124.00 GALX：其中 123.00 GALX 已质押，1.00 GALX 留在钱包里')
    for (const label of ['已付出', '已到账', '已质押']) await within(await sheet()).findByText(label)

    put({ linked: 'together', stage: 'pending', steps: [...approved] })
    await within(await sheet()).findByText(/要么全部成功，要么什么都不变/)
  })
})

describe('lasting states', () => {
  beforeEach(() => freshApp())

  it('says that the servers are down and names the parts that keep working, until it is dismissed', async () => {
    useAppStore.setState({ mainApi: 'down' })
    await show(<StatusBanners />)
    expect(await screen.findByText(/直接使用区块链，不受影响/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '关闭' }))
    expect(screen.queryByText(/直接使用区块链/)).toBeNull()
  })

  it('says that the wallet is on another chain, with a switch button', async () => {
    useAppStore.setState({ address: account, connection: 'wrongChain' })
    await show(<StatusBanners />)
    expect(await screen.findByRole('button', { name: '切换网络' })).toBeTruthy()
  })
  it('says that the code that reads the chain did not arrive, with the next step', async () => {
    useAppStore.setState({ codeMissing: true })
    await show(<StatusBanners />)
    expect(screen.getByText(/没有加载成功/)).toBeTruthy()
    expect(screen.getByRole('button', { name: '重新加载' })).toBeTruthy()
  })
})
