import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { WebPool } from '@galx/protocol/webConfig'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { initialChainState, setReading, useChainStore } from '../../../src/core/chain/chainStore.ts'
import { giftsInPools } from '../../../src/core/chain/giftReads.ts'
import { wantedGifts } from '../../../src/core/chain/gifts.ts'
import { setRefresh } from '../../../src/core/chain/refresh.ts'
import { useConfigStore } from '../../../src/core/config/configStore.ts'
import { loadOverlay } from '../../../src/design/overlay/Overlay.tsx'
import GalxPage from '../../../src/products/galx/galx.page.tsx'
import { loadLanguage } from '../../../src/i18n/texts.ts'
import { initialAppState, useAppStore } from '../../../src/core/state/appStore.ts'
import { useTransactionStore } from '../../../src/core/transactions/transactionStore.ts'
import { runTransaction } from '../../../src/core/transactions/runTransaction.ts'
import {
  ACCOUNT,
  accountState,
  config,
  INVITER,
  ONE,
  poolSnapshot,
  position,
  read,
  showChain,
  userInfo,
} from '../../staking/fixtures.ts'

vi.mock('../../../src/core/transactions/runTransaction.ts', () => ({
  runTransaction: vi.fn(() => Promise.resolve(null)),
}))

function now() {
  return Math.floor(Date.now() / 1_000)
}

/** A chain with both pools, in the state after a poll. */
function chain(weight: bigint, earned: bigint) {
  const timestamp = now()
  const state = poolSnapshot({
    rewardEnd: timestamp + 86_400 * 41 + 60,
    totalWeight: 1_000n * ONE,
    rewardRate: 10n ** 15n,
  })
  return {
    head: { number: 48_211_907n, timestamp, readAt: performance.now() },
    connection: 'up' as const,
    pools: { galx: read(state), galxMcm: read(state) },
    accounts: {
      galx: read(accountState({ weight, earned, timestamp })),
      galxMcm: read(accountState({ weight: 0n, earned: 0n, timestamp, positionCount: 0 })),
    },
    positions: { galx: read(weight === 0n ? [] : [position({ amount: weight })]), galxMcm: read([]) },
    balances: { GALX: read(3_204n * ONE), MCM: read(50n * ONE), native: read(ONE) },
  }
}

const connected = { address: ACCOUNT, connection: 'connected', mainApi: 'down' } as const

// Code that the page loads only when it is opened.
beforeAll(() =>
  Promise.all([
    loadOverlay(),
    import('../../../src/activity/HistoryList.tsx'),
    import('../../../src/staking/CalculationSheet.tsx'),
    import('../../../src/staking/PositionSheet.tsx'),
    import('../../../src/products/galx/Visitors.tsx'),
  ]),
)

beforeEach(() => {
  useConfigStore.setState({ state: { status: 'ready', config } })
})

afterEach(async () => {
  cleanup()
  useChainStore.setState(initialChainState, true)
  useAppStore.setState(initialAppState(), true)
  useTransactionStore.setState({ list: [], currentId: null })
  vi.mocked(runTransaction).mockClear()
  await loadLanguage('zh_CN')
})

function figure(label: string) {
  return screen.getByText(label).nextElementSibling?.textContent
}

describe('/galx', () => {
  it('prints no number, and no 0, while nothing has been read', () => {
    useAppStore.setState(connected)
    const { container } = render(<GalxPage />)
    expect(figure('已质押')).toBe('')
    expect(figure('现在每天')).toBe('')
    // Except for the placeholder of the amount field, no zero amount is on the page.
    expect(container.textContent).not.toMatch(/0\.00/)
    expect(screen.getByText('正在从链上读取…')).toBeTruthy()
  })

  it('shows a dash, not 0, if the chain could not be read', () => {
    const failed = { status: 'failed', reason: 'no answer' } as const
    useAppStore.setState(connected)
    showChain({
      ...chain(0n, 0n),
      accounts: { galx: failed, galxMcm: failed },
      positions: { galx: failed, galxMcm: failed },
    })
    render(<GalxPage />)
    expect(figure('已质押')).toContain('—')
    expect(figure('现在每天')).toContain('—')
    expect(screen.getByText('仓位暂时读不到')).toBeTruthy()
  })

  it('works on chain data alone while both APIs are down', async () => {
    useAppStore.setState(connected)
    showChain(chain(500n * ONE, 71n * ONE))
    render(<GalxPage />)
    expect(figure('已质押')).toBe('500.00')
    expect(figure('现在每天')).toBe('43.20')
    expect(screen.getByText('浏览器直读区块 48,211,907')).toBeTruthy()
    expect(screen.getByText(/够 41 天，至/)).toBeTruthy()
    expect(await screen.findByRole('button', { name: /GALX[\s\S]*500\.00/ })).toBeTruthy()
    expect((await screen.findByRole('button', { name: '领取 71.00 GALX' })).hasAttribute('disabled')).toBe(
      false,
    )
  })

  it('offers to claim both pools at once if both have rewards', async () => {
    useAppStore.setState(connected)
    const both = chain(500n * ONE, 71n * ONE)
    showChain({ ...both, accounts: { ...both.accounts, galxMcm: both.accounts.galx } })
    render(<GalxPage />)
    fireEvent.click(await screen.findByRole('button', { name: /^一键领取 142\.\d{2} GALX$/ }))
    const intent = vi.mocked(runTransaction).mock.calls[0]?.[0]
    expect(intent?.describe()).toEqual({ name: 'claimMany', values: ['GALX'] })
    expect((await intent?.prepare(ACCOUNT))?.call).toMatchObject({ name: 'claimMany' })
  })

  it('offers to sign in for the history even after the server did not answer', async () => {
    useAppStore.setState(connected)
    showChain(chain(0n, 0n))
    render(<GalxPage />)
    expect(await screen.findByRole('button', { name: '签名登录' })).toBeTruthy()
  })

  it('asks an unconnected visitor to connect, and shows each pool’s rate and the reason that nobody must be trusted', async () => {
    showChain({ ...chain(0n, 0n), accounts: {}, positions: {}, balances: {} })
    render(<GalxPage />)
    expect(screen.getByRole('button', { name: '开始质押' })).toBeTruthy()
    // A thousand tokens beside a thousand staked tokens would earn half of 86.4 a day.
    const rows = within(await screen.findByRole('region', { name: '每个池现在的奖励' }))
    expect(rows.getByRole('button', { name: /^GALX\s*质押 GALX.*43\.20 GALX/ })).toBeTruthy()
    expect(screen.getByText('服务器全停，也能取回')).toBeTruthy()
  })

  it('stakes the typed amount, cleaned, with the pending inviter', async () => {
    useAppStore.setState({
      ...connected,
      userInfo: userInfo({ FAddress: INVITER, inviterStatus: 'pending' }),
    })
    showChain(chain(0n, 0n))
    render(<GalxPage />)
    const field = screen.getByRole('textbox', { name: '质押数量' })
    fireEvent.change(field, { target: { value: ' 1,500.239e ' } })
    expect((field as HTMLInputElement).value).toBe('1500.23')
    fireEvent.click(screen.getByRole('button', { name: '质押 1,500.23 GALX' }))
    const plan = await vi.mocked(runTransaction).mock.calls[0]?.[0].prepare(ACCOUNT)
    expect(plan?.call).toEqual({
      name: 'stake',
      pool: 'galx',
      amount: 150_023n * 10n ** 16n,
      tier: 0,
      inviter: INVITER,
    })
  })

  it('shows both tokens of the pair and names the token that is short', async () => {
    useAppStore.setState(connected)
    showChain(chain(0n, 0n))
    render(<GalxPage />)
    fireEvent.click(screen.getByRole('radio', { name: 'GALX + MCM ×1.5' }))
    fireEvent.change(screen.getByRole('textbox', { name: '质押数量' }), { target: { value: '51' } })
    const leg = await screen.findByRole('group', { name: '同时质押' })
    expect(within(leg).getByText('51.00')).toBeTruthy()
    expect(within(leg).getByText('MCM 余额不足')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'MCM 余额不足' }).hasAttribute('disabled')).toBe(true)
    // "All" is limited by the scarcer token.
    fireEvent.click(screen.getByRole('button', { name: '最大' }))
    expect(screen.getByRole('button', { name: '质押 50.00 GALX + 50.00 MCM' })).toBeTruthy()
  })

  it('asks to switch on another chain, and starts nothing in the ten seconds after a transaction', () => {
    useAppStore.setState({ ...connected, connection: 'wrongChain' })
    showChain(chain(0n, 0n))
    const { unmount } = render(<GalxPage />)
    expect(screen.getByRole('button', { name: '切换到 BSC 主网' })).toBeTruthy()
    unmount()
    useAppStore.setState({ connection: 'connected', disabeldMatch: true })
    render(<GalxPage />)
    fireEvent.click(screen.getByRole('button', { name: '请先完成上一笔交易' }))
    expect(runTransaction).not.toHaveBeenCalled()
  })

  it('offers the emergency exit in a quiet place, and names the forfeited rewards before the wallet is asked', async () => {
    useAppStore.setState(connected)
    showChain(chain(500n * ONE, 7n * ONE))
    render(<GalxPage />)
    fireEvent.click(within(screen.getByRole('region', { name: '我的仓位' })).getByRole('button'))
    const sheet = await screen.findByRole('dialog', { name: '取回质押' })
    expect(within(sheet).queryByText(/放弃奖励/)).toBeNull()
    fireEvent.click(within(sheet).getByRole('button', { name: '取回失败？紧急退出' }))
    expect(await screen.findByRole('dialog', { name: '紧急退出' })).toBe(sheet)
    expect(figure('你将收到')).toBe('500.00 GALX')
    expect(figure('你将放弃')).toMatch(/^7\.\d{6} GALX$/)
    expect(runTransaction).not.toHaveBeenCalled()
    fireEvent.click(within(sheet).getByRole('button', { name: '返回' }))
    expect(within(sheet).getByLabelText('取回数量')).toBeTruthy()
    fireEvent.click(within(sheet).getByRole('button', { name: '取回失败？紧急退出' }))
    fireEvent.click(within(sheet).getByRole('button', { name: '放弃奖励，取回本金' }))
    const intent = vi.mocked(runTransaction).mock.calls[0]?.[0]
    expect(await intent?.prepare(ACCOUNT)).toEqual({
      call: { name: 'withdrawPrincipal', pool: 'galx', position: 0n, to: ACCOUNT },
      spends: [],
    })
  })

  it('shows the number of unread older gifts, and reads more of them on demand', async () => {
    useAppStore.setState(connected)
    showChain(chain(500n * ONE, 0n))
    const { galx } = giftsInPools(['galx'])
    setReading(galx!, read({ open: [], older: 350 }))
    const refresh = vi.fn(() => Promise.resolve())
    setRefresh(refresh)
    render(<GalxPage />)
    expect(await screen.findByText(/还有 350 个较早的编号没有查看/)).toBeTruthy()
    const before = wantedGifts('galx', ACCOUNT)
    fireEvent.click(screen.getByRole('button', { name: '查看更早的' }))
    expect(wantedGifts('galx', ACCOUNT)).toBeGreaterThan(before)
    expect(refresh).toHaveBeenCalled()
    act(() => setReading(galx!, { status: 'failed', reason: 'out of gas' }))
    expect(await screen.findByText(/^别人赠送给你的仓位暂时读不到/)).toBeTruthy()
    // The account's own positions stay.
    expect(screen.getByRole('button', { name: /GALX[\s\S]*500\.00/ })).toBeTruthy()
    setRefresh(null)
  })

  it('uses the configuration’s names for a position’s tokens', () => {
    const pool = { ...config.pools.galxMcm, stakeToken: 'AAA', pairToken: 'USDT' } as WebPool
    useConfigStore.setState({
      state: { status: 'ready', config: { ...config, pools: { ...config.pools, galxMcm: pool } } },
    })
    useAppStore.setState(connected)
    const whole = position({ pool: 'galxMcm', amount: 7n * ONE, pairAmount: 8n * ONE })
    const rest = position({ pool: 'galxMcm', position: 1n, amount: 0n, pairAmount: 9n * ONE })
    showChain({
      ...chain(0n, 0n),
      positions: { galx: read([]), galxMcm: read([whole, rest]) },
    })
    render(<GalxPage />)
    const rows = screen.getAllByRole('button').map(({ textContent }) => textContent)
    expect(rows.find((text) => text.includes('7.00'))).toMatch(/7\.00 AAA.*8\.00 USDT/)
    expect(rows.find((text) => text.includes('9.00'))).toMatch(/9\.00 USDT/)
  })

  it('a position with only its pair token left is withdrawn with the pool’s rewards, or by the emergency exit', async () => {
    useAppStore.setState(connected)
    const rest = position({ pool: 'galxMcm', amount: 0n, pairAmount: 80n * ONE })
    showChain({ ...chain(0n, 0n), positions: { galx: read([]), galxMcm: read([rest]) } })
    render(<GalxPage />)
    const row = within(screen.getByRole('region', { name: '我的仓位' })).getByRole('button')
    expect(row.textContent).toMatch(/尚未付出.*80\.00 MCM/)
    fireEvent.click(row)
    const sheet = await screen.findByRole('dialog', { name: '取回质押' })
    expect(within(sheet).queryByLabelText('取回数量')).toBeNull()
    expect(within(sheet).queryByRole('button', { name: '返回' })).toBeNull()
    expect(figure('你将收到')).toBe('80.00 MCM')
    const sent = async (button: string) => {
      vi.mocked(runTransaction).mockClear()
      fireEvent.click(row)
      const open = await screen.findByRole('dialog', { name: '取回质押' })
      fireEvent.click(within(open).getByRole('button', { name: button }))
      return vi.mocked(runTransaction).mock.calls[0]?.[0].prepare(ACCOUNT)
    }
    expect(await sent('全部取回并领取奖励')).toMatchObject({ call: { name: 'exit', pool: 'galxMcm' } })
    expect(await sent('放弃奖励，取回本金')).toMatchObject({
      call: { name: 'withdrawPrincipal', pool: 'galxMcm' },
    })
  })

  it('speaks English as well', async () => {
    await loadLanguage('en_US')
    useAppStore.setState(connected)
    showChain(chain(500n * ONE, 0n))
    render(<GalxPage />)
    expect(figure('Staked')).toBe('500.00')
    expect(screen.getByRole('button', { name: 'Enter an amount' })).toBeTruthy()
  })
})
