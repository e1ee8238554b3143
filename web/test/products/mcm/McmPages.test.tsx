import type { FanItem } from '@galx/protocol/http/community'
import type { EarningsData } from '@galx/protocol/http/earnings'
import type { WebConfig } from '@galx/protocol/webConfig'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getEarnings, getFans } from '../../../src/core/api/mainApi.ts'
import { initialChainState, setReading, useChainStore } from '../../../src/core/chain/chainStore.ts'
import { accountInPool } from '../../../src/core/chain/reads.ts'
import { setRefresh } from '../../../src/core/chain/refresh.ts'
import { useConfigStore } from '../../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../../src/core/state/appStore.ts'
import { runTransaction } from '../../../src/core/transactions/runTransaction.ts'
import { useTransactionStore } from '../../../src/core/transactions/transactionStore.ts'
import { loadOverlay } from '../../../src/design/overlay/Overlay.tsx'
import { loadLanguage } from '../../../src/i18n/texts.ts'
import type { HeldPass } from '../../../src/passes/passModel.ts'
import { heldPasses, passTerms } from '../../../src/passes/passReads.ts'
import McmPage from '../../../src/products/mcm/mcm.page.tsx'
import McmCommunityPage from '../../../src/products/mcm/mcmCommunity.page.tsx'
import McmEarnPage from '../../../src/products/mcm/mcmEarn.page.tsx'
import { answerLater } from '../../answerLater.ts'
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
} from '../../staking/fixtures.ts'

vi.mock('../../../src/core/transactions/runTransaction.ts', () => ({
  runTransaction: vi.fn(() => Promise.resolve(null)),
}))
vi.mock('../../../src/core/api/mainApi.ts', async (original) => ({
  ...(await original<object>()),
  getEarnings: vi.fn(),
  getFans: vi.fn(),
}))

const DAY = 86_400
const BOND = 10_000n * ONE
const FAILED = { status: 'failed', reason: 'no answer' } as const
const connected = { address: ACCOUNT, connection: 'connected' } as const
const mcmConfig: WebConfig = {
  ...config,
  pools: { mcm: { ...config.pools.galx!, id: '4', stakeToken: 'MCM' } },
}
function now() {
  return Math.floor(Date.now() / 1_000)
}

/** 3 000 of the pool's 12 000 are the account's; 86.4 GALX a day stream. */
function show({ passes = [] as HeldPass[], mcm = 12_000n * ONE, staked = true } = {}) {
  const timestamp = now()
  showChain({
    head: { number: 9n, timestamp, readAt: performance.now() },
    connection: 'up',
    pools: {
      mcm: read(
        poolSnapshot({
          totalWeight: 12_000n * ONE,
          rewardRate: 10n ** 15n,
          rewardEnd: timestamp + 60 * DAY + 60,
        }),
      ),
    },
    accounts: {
      mcm: read(
        accountState({
          weight: staked ? 3_000n * ONE : 0n,
          earned: staked ? 7n * ONE : 0n,
          timestamp,
          positionCount: staked ? 1 : 0,
        }),
      ),
    },
    positions: { mcm: read(staked ? [position({ pool: 'mcm', amount: 3_000n * ONE })] : []) },
    balances: { MCM: read(mcm), native: read(ONE) },
  })
  setReading(heldPasses, read(passes))
  setReading(passTerms, read({ bond: BOND, coolDown: 7 * DAY, count: 20n }))
}
function pass(change: Partial<HeldPass> = {}): HeldPass {
  return { id: 128n, name: '北斗', unbondingUntil: 0, ...change }
}
function sent() {
  return vi.mocked(runTransaction).mock.calls.at(-1)?.[0]
}

beforeAll(async () => {
  // Code that a sheet would load first.
  await Promise.all([loadOverlay(), import('../../../src/passes/StartSheet.tsx')])
})
beforeEach(() => useConfigStore.setState({ state: { status: 'ready', config: mcmConfig } }))
afterEach(async () => {
  cleanup()
  useChainStore.setState(initialChainState, true)
  useAppStore.setState(initialAppState(), true)
  useTransactionStore.setState({ list: [], currentId: null })
  vi.clearAllMocks()
  await loadLanguage('zh_CN')
})

describe('/mcm', () => {
  it('claims first, then staking, then the positions, then the nodes', () => {
    useAppStore.setState(connected)
    show({ passes: [pass()] })
    render(<McmPage />)
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(titles).toEqual(['可领取', '质押 MCM，赚 GALX', '我的仓位', '我的节点', '再开一个节点'])
    expect(screen.getByRole('button', { name: '领取 7.00 GALX' })).toBeTruthy()
  })

  it('checks a name while it is typed and locks exactly the bond', async () => {
    useAppStore.setState(connected)
    show()
    render(<McmPage />)
    const field = screen.getByRole('textbox', { name: '节点名称' })
    const type = (value: string) => fireEvent.change(field, { target: { value } })
    type(' 北斗')
    expect(screen.getByText('开头和结尾不能是空格')).toBeTruthy()
    type('字'.repeat(33))
    expect(screen.getByText('最多 32 个字符')).toBeTruthy()
    type('北\u200b斗')
    expect(screen.getByText('含有看不见或不允许的字符（U+200B）')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '请修改名称' }))
    expect(sent()).toBeUndefined()
    type('北斗')
    expect(screen.getByText('2 / 32')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '锁入 10,000 MCM，开通节点' }))
    expect(sent()?.describe()).toEqual({ name: 'mintPass', values: ['北斗'] })
    expect(await sent()?.prepare(ACCOUNT)).toEqual({
      call: { name: 'mintPass', passName: '北斗' },
      spends: [{ token: 'MCM', amount: BOND }],
    })
  })

  it('keeps a name that was typed while the wallet was open for another name', async () => {
    useAppStore.setState(connected)
    show()
    render(<McmPage />)
    const field = screen.getByRole('textbox', { name: '节点名称' }) as HTMLInputElement
    for (const next of ['北斗', '南斗']) {
      fireEvent.change(field, { target: { value: '北斗' } })
      const send = answerLater()
      fireEvent.click(screen.getByRole('button', { name: '锁入 10,000 MCM，开通节点' }))
      fireEvent.change(field, { target: { value: next } })
      await send()
      expect(field.value).toBe(next === '南斗' ? '南斗' : '')
    }
  })

  it('shows the missing amount for a bond, and leads to the exchange', () => {
    useAppStore.setState(connected)
    show({ mcm: 8_640n * ONE + ONE / 2n })
    render(<McmPage />)
    expect(screen.getByRole('button', { name: '还差 1,359.50 MCM' }).hasAttribute('disabled')).toBe(true)
    expect(screen.getByRole('link', { name: '去兑换 MCM' }).getAttribute('href')).toBe('#/index')
  })

  it('explains the cool-down before it starts', async () => {
    useAppStore.setState(connected)
    show({ passes: [pass()] })
    render(<McmPage />)
    fireEvent.click(screen.getByRole('button', { name: '开始取回押金…' }))
    const sheet = await screen.findByRole('dialog', { name: '取回 #128 的押金' })
    expect(sheet.textContent).toContain('不再是有效节点')
    expect(sheet.textContent).toContain('最坏情况')
    fireEvent.click(within(sheet).getByRole('button', { name: '开始 7 天冷却' }))
    expect((await sent()?.prepare(ACCOUNT))?.call).toEqual({ name: 'startUnbonding', pass: 128n })
  })

  it('counts a cool-down by the second, keeps the pass on demand, and pays the bond only after it', async () => {
    useAppStore.setState(connected)
    show({
      passes: [
        pass({ unbondingUntil: now() + 2 * DAY + 3_600 }),
        pass({ id: 97n, unbondingUntil: now() - 5 }),
      ],
    })
    render(<McmPage />)
    const [cooling, free] = within(screen.getByRole('region', { name: '我的节点' })).getAllByRole('listitem')
    expect(within(cooling!).getByRole('timer').textContent).toMatch(/^2 天 (01:00:00|00:59:5\d)$/)
    const unbond = (panel: HTMLElement) => within(panel).getByRole('button', { name: '取回 10,000 MCM' })
    expect(unbond(cooling!).hasAttribute('disabled')).toBe(true)
    fireEvent.click(within(cooling!).getByRole('button', { name: '不取了' }))
    expect((await sent()?.prepare(ACCOUNT))?.call).toEqual({ name: 'cancelUnbonding', pass: 128n })
    fireEvent.click(unbond(free!))
    expect((await sent()?.prepare(ACCOUNT))?.call).toEqual({ name: 'unbondPass', pass: 97n })
  })

  it('prints no number while nothing has been read, and keeps a dash and a retry if the chain does not answer', () => {
    useAppStore.setState(connected)
    const { container, unmount } = render(<McmPage />)
    expect(container.textContent?.replace('10,000 MCM 可开', '')).not.toMatch(/\d\.\d{2}/)
    unmount()
    show()
    setReading(heldPasses, FAILED)
    setReading(passTerms, FAILED)
    render(<McmPage />)
    const nodes = screen.getByRole('region', { name: '我的节点' })
    expect(within(nodes).getByRole('alert').textContent).toContain('通行证暂时读不到')
    expect(within(nodes).getByRole('button', { name: '重试' })).toBeTruthy()
    const refresh = vi.fn(() => Promise.resolve())
    setRefresh(refresh)
    const mint = screen.getByRole('region', { name: '再开一个节点' })
    expect(within(mint).getByText('取回').nextElementSibling?.textContent).toBe('—')
    fireEvent.click(within(mint).getByRole('button', { name: '押金读不到，重试' }))
    expect(refresh).toHaveBeenCalledOnce()
    setRefresh(null)
  })

  it('asks a visitor to start, and to switch on another chain, in English too', async () => {
    show({ staked: false })
    const { unmount } = render(<McmPage />)
    expect(screen.getByRole('button', { name: '开始开通节点' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: '我的节点' })).toBeNull()
    unmount()
    await loadLanguage('en_US')
    useAppStore.setState({ ...connected, connection: 'wrongChain' })
    render(<McmPage />)
    expect(screen.getAllByRole('button', { name: 'Switch to BSC mainnet' })).toHaveLength(2)
  })
})

describe('/mcmEarn', () => {
  const start = 1_800_000_000
  const data: EarningsData = {
    pool: 'mcm',
    token: 'GALX',
    asOf: { block: 4_711, at: start + 2 * DAY + 60 },
    periods: [0, 1, 2].map((day) => ({
      from: start + day * DAY,
      to: start + (day + 1) * DAY,
      earned: (BigInt(day) * ONE).toString(),
      claimed: day === 1 ? (ONE / 2n).toString() : '0',
      weight: (3_000n * ONE).toString(),
      totalWeight: (BigInt(12_000 * (3 - day)) * ONE).toString(),
    })),
  }

  it('shows present power, share and rate, and the earnings over time', async () => {
    useAppStore.setState(connected)
    show()
    vi.mocked(getEarnings).mockResolvedValue(data)
    render(<McmEarnPage />)
    const here = screen.getByRole('region', { name: '此刻' })
    expect(here.textContent).toContain('3,000.00')
    expect(here.textContent).toContain('25.00%')
    expect(here.textContent).toContain('21.60 GALX')
    const over = screen.getByRole('region', { name: '收益走势' })
    await within(over).findByText(/截至已确认的区块 4,711/)
    expect(getEarnings).toHaveBeenLastCalledWith({ address: ACCOUNT, pool: 'mcm', period: 'day', count: 30 })
    const chart = within(over).getByRole('slider', { name: '每天的收益，GALX' })
    expect(chart.getAttribute('aria-valuetext')).toContain('2.00 GALX')
    expect(over.textContent).toContain('3.000000 GALX')
    expect(over.textContent).toContain('0.500000 GALX')
    fireEvent.click(within(over).getByRole('radio', { name: '我的占比' }))
    const share = within(over).getByRole('slider', { name: '我的算力在全池的占比' })
    expect(share.getAttribute('aria-valuetext')).toContain('25.00%')
    fireEvent.click(within(over).getByRole('radio', { name: '24 时' }))
    expect(getEarnings).toHaveBeenLastCalledWith({ address: ACCOUNT, pool: 'mcm', period: 'hour', count: 24 })
  })

  it('keeps the chain’s figures if the server does not answer, and tries again', async () => {
    useAppStore.setState(connected)
    show()
    vi.mocked(getEarnings).mockRejectedValueOnce(new Error('away'))
    render(<McmEarnPage />)
    const over = screen.getByRole('region', { name: '收益走势' })
    expect((await within(over).findByRole('alert')).textContent).toContain('服务器暂时连不上')
    expect(screen.getByRole('button', { name: '领取 7.00 GALX' })).toBeTruthy()
    vi.mocked(getEarnings).mockResolvedValue(data)
    fireEvent.click(within(over).getByRole('button', { name: '重试' }))
    await within(over).findByText(/区块 4,711/)
  })

  it('keeps a dash if the account cannot be read, and the pool’s figures', () => {
    useAppStore.setState(connected)
    vi.mocked(getEarnings).mockRejectedValue(new Error('away'))
    show()
    setReading(accountInPool('mcm'), FAILED)
    render(<McmEarnPage />)
    const here = screen.getByRole('region', { name: '此刻' })
    for (const label of ['占比', '现在每天约'])
      expect(within(here).getByText(label).nextElementSibling?.textContent).toBe('—')
    expect(here.textContent).toContain('12,000.00')
  })

  it('names the next step without a stake, and without earnings', async () => {
    useAppStore.setState(connected)
    show({ staked: false })
    const nothing = data.periods.map((period) => ({ ...period, earned: '0', claimed: '0', weight: '0' }))
    vi.mocked(getEarnings).mockResolvedValue({ ...data, periods: nothing })
    render(<McmEarnPage />)
    expect(screen.getByText('还没有 MCM 算力')).toBeTruthy()
    expect(await screen.findByText('这段时间没有收益')).toBeTruthy()
  })
})

describe('/mcmCommunity', () => {
  function member(change: Partial<FanItem> = {}): FanItem {
    return {
      address: INVITER,
      joinedAt: 1_800_000_000,
      status: 'bound',
      hashPower: '0',
      teamHashPower: '0',
      level: 0,
      node: false,
      weight: (40n * ONE).toString(),
      ...change,
    }
  }
  it('counts pending members separately, adds only amounts of one token, and marks nodes', async () => {
    useAppStore.setState({ ...connected, userToken: 'token' })
    show()
    vi.mocked(getFans).mockResolvedValue({
      list: [
        member({ node: true }),
        member({ address: `0x${'2'.repeat(40)}`, status: 'pending', weight: '0' }),
      ],
      total: 2,
      pending: 1,
      weight: (40n * ONE).toString(),
      nextCursor: null,
      asOf: null,
    })
    render(<McmCommunityPage />)
    await screen.findByText('共 2 位')
    const rows = screen.getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/已生效节点.*40\.00MCM 算力/),
      expect.stringMatching(/待确认.*0\.00MCM 算力/),
    ])
    const figures = screen.getByRole('region', { name: '直接成员' })
    expect(figures.textContent).toMatch(
      /已生效1待确认1.*合计40\.00最多计入 15,000\.00，即自己 MCM 算力的 5 倍/,
    )
    expect(getFans).toHaveBeenCalledWith({ cursor: undefined, limit: 20, pool: 'mcm' })
  })

  it('says that there are no members yet, with a link to invite, and reports a server that does not answer, with a retry', async () => {
    useAppStore.setState({ ...connected, userToken: 'token' })
    show()
    const nobody = { list: [], total: 0, pending: 0, weight: '0', nextCursor: null, asOf: null }
    vi.mocked(getFans).mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(nobody)
    render(<McmCommunityPage />)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('已绑定的关系都在链上，不会丢失')
    expect(within(alert.closest('section')!).queryByRole('list')).toBeNull()
    fireEvent.click(within(alert).getByRole('button', { name: '重试' }))
    const invite = await screen.findByRole('link', { name: '去邀请' })
    expect(invite.getAttribute('href')).toBe('#/community')
  })

  it('says that a sum is unknown instead of printing a number', async () => {
    useAppStore.setState({ ...connected, userToken: 'token' })
    show()
    vi.mocked(getFans).mockResolvedValue({
      list: [member()],
      total: 1_200,
      pending: 0,
      weight: null,
      nextCursor: 'more',
      asOf: null,
    })
    render(<McmCommunityPage />)
    await screen.findByText('成员超过 1,000 位，合计不在这里相加')
    expect(screen.getByText('1,200')).toBeTruthy()
    expect(screen.getByRole('button', { name: '加载更多' })).toBeTruthy()
  })
})
