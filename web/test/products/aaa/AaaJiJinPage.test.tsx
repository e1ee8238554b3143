import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { aaaFee } from '../../../src/core/chain/aaaFee.ts'
import { initialChainState, setReading, useChainStore } from '../../../src/core/chain/chainStore.ts'
import { useConfigStore } from '../../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../../src/core/state/appStore.ts'
import { runTransaction } from '../../../src/core/transactions/runTransaction.ts'
import { useTransactionStore } from '../../../src/core/transactions/transactionStore.ts'
import { loadOverlay } from '../../../src/design/overlay/Overlay.tsx'
import { loadLanguage } from '../../../src/i18n/texts.ts'
import AaaJiJinPage from '../../../src/products/aaa/aaaJiJin.page.tsx'
import type { FundState, Streaming } from '../../../src/products/aaa/fundReaders.ts'
import type { Problem } from '../../../src/core/transactions/problem.ts'
import { fundState } from '../../../src/products/aaa/reads.ts'
import { InView } from '../../inView.ts'
import {
  ACCOUNT,
  accountState,
  config,
  ONE,
  poolSnapshot,
  position,
  read,
  showChain,
  single,
} from '../../staking/fixtures.ts'

vi.mock('../../../src/core/transactions/runTransaction.ts', () => ({
  runTransaction: vi.fn(() => Promise.resolve(null)),
}))

const DAY = 86_400
const FUND = '0xfadfadfadfadfadfadfadfadfadfadfadfadfadf'
const connected = { address: ACCOUNT, connection: 'connected' } as const
const aaaPool = { ...single, id: '6', stakeToken: 'AAA', rewardToken: 'AAA' } as const
function now() {
  return Math.floor(Date.now() / 1_000)
}
function streaming(perDay: bigint, days: number): Streaming {
  return {
    totalWeight: 1_000n * ONE,
    rewardRate: (perDay * ONE) / BigInt(DAY),
    rewardEnd: now() + days * DAY + 60,
  }
}
function day(days: number) {
  const date = new Date((now() + days * DAY + 60) * 1_000)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The account has a tenth of a pool that streams 86.4 AAA a day for 60 days. */
function show(fund: FundState, recipient = FUND) {
  const timestamp = now()
  showChain({
    head: { number: 48_211_907n, timestamp, readAt: performance.now() },
    connection: 'up',
    pools: { aaa: read(poolSnapshot({ ...streaming(86n, 60) })) },
    accounts: { aaa: read(accountState({ weight: 100n * ONE, earned: 3n * ONE, timestamp })) },
    positions: { aaa: read([position({ pool: 'aaa', amount: 100n * ONE })]) },
    balances: { AAA: read(500n * ONE), native: read(ONE) },
  })
  setReading(fundState, read(fund))
  setReading(
    aaaFee,
    read({
      rateBps: 250,
      maximumBps: 500,
      recipient: recipient as `0x${string}`,
      cfo: ACCOUNT,
      swapPair: ACCOUNT,
    } as const),
  )
}
const NOTHING: FundState = { waiting: 0n, distribution: null }

type Flow = { id: string; kind: 'inflow' | 'distribution'; amount: string }
/** The server's list: pages of the given entries, with a counting cursor. */
function serve(...pages: Flow[][]) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/api/bonuses')) throw new Error('away')
    asked.push(url)
    const index = Number(/cursor=p(\d)/.exec(url)?.[1] ?? 0)
    const list = (pages[index] ?? []).map((flow) => ({
      ...flow,
      token: 'AAA',
      txHash: `0x${'1'.repeat(64)}`,
      blockNumber: 1,
      at: now() - 60,
    }))
    const data = {
      list,
      total: pages.flat().length,
      nextCursor: index + 1 < pages.length ? `p${index + 1}` : null,
      totals: { inflow: (12n * ONE).toString(), distribution: (7n * ONE).toString() },
    }
    return Response.json({ code: 200, message: 'ok', data })
  })
  return asked
}

beforeAll(() => loadOverlay())
beforeEach(() => {
  const contracts = { ...config.contracts, AaaFund: FUND } as typeof config.contracts
  useConfigStore.setState({
    state: { status: 'ready', config: { ...config, contracts, pools: { aaa: aaaPool } } },
  })
  serve([])
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  useChainStore.setState(initialChainState, true)
  useAppStore.setState(initialAppState(), true)
  useTransactionStore.setState({ list: [], currentId: null })
  vi.mocked(runTransaction).mockClear()
  await loadLanguage('zh_CN')
})

function part(name: string) {
  return screen.getByRole('region', { name })
}
function fact(where: HTMLElement, label: string) {
  return within(where).getByText(label).nextElementSibling?.textContent
}

describe('/aaaJiJin', () => {
  it('shows the simulated effect of a distribution on the pool and on the account, and sends it', async () => {
    useAppStore.setState(connected)
    show({
      waiting: 12n * ONE,
      distribution: { possible: true, before: streaming(86n, 60), after: streaming(96n, 60) },
    })
    render(<AaaJiJinPage />)
    const fund = part('基金')
    expect(fund.textContent).toContain('12.00 AAA')
    expect(fact(fund, '我每天多得')).toBe('≈ +1.00 AAA')
    expect(fact(fund, '全池每天发放')).toMatch(/85\.99\d* AAA 变为 95\.99\d* AAA/)
    expect(fact(fund, '奖励预算至')).toBe(day(60))
    fireEvent.click(within(fund).getByRole('button', { name: '分配 12.00 AAA 给质押者' }))
    const intent = vi.mocked(runTransaction).mock.calls[0]?.[0]
    expect(await intent?.prepare(ACCOUNT)).toEqual({ call: { name: 'distribute' }, spends: [] })
  })

  it('says so if the tokens pay for longer at the same rate', () => {
    useAppStore.setState(connected)
    show({
      waiting: ONE,
      distribution: { possible: true, before: streaming(86n, 60), after: streaming(86n, 61) },
    })
    render(<AaaJiJinPage />)
    expect(fact(part('基金'), '我每天多得')).toBe('速度不变，发放时间更长')
    expect(fact(part('基金'), '奖励预算至')).toContain(`${day(60)} 变为 ${day(61)}`)
  })

  it('offers no distribution that would fail, with the reason, and none without waiting tokens', async () => {
    useAppStore.setState(connected)
    const problem: Problem = {
      code: 'reverted',
      error: 'StakingPools_FundingTooSmall',
      values: ['1'],
      reason: null,
    }
    show({ waiting: 1n, distribution: { possible: false, problem } })
    const { unmount } = render(<AaaJiJinPage />)
    expect(await screen.findByText('注入的奖励太少，不足以按秒发放')).toBeTruthy()
    expect(within(part('基金')).getByRole('button').hasAttribute('disabled')).toBe(true)
    unmount()
    show(NOTHING)
    render(<AaaJiJinPage />)
    expect(part('基金').textContent).toContain('现在没有等待分配的手续费')
    expect(within(part('基金')).queryByRole('button')).toBeNull()
    expect(fact(part('基金'), '奖励预算至')).toBe(day(60))
  })

  it('shows the fee, its limit, and its recipient; says so if the recipient is not this fund', () => {
    show(NOTHING)
    const { unmount } = render(<AaaJiJinPage />)
    const fee = part('AAA 手续费')
    expect(fee.textContent).toContain('2.5%')
    expect(fee.textContent).toContain('合约上限 5%，只能调低，不能调高')
    expect(fact(fee, '收取方')).toContain('基金合约')
    unmount()
    show(NOTHING, ACCOUNT)
    render(<AaaJiJinPage />)
    expect(fact(part('AAA 手续费'), '收取方')).toContain('不是这个基金')
  })

  it('lists inflow and distributions, page by page, with the server’s sums', async () => {
    show(NOTHING)
    const asked = serve(
      [
        { id: '3-1', kind: 'distribution', amount: (7n * ONE).toString() },
        { id: '2-1', kind: 'inflow', amount: (5n * ONE).toString() },
      ],
      [{ id: '1-1', kind: 'inflow', amount: (7n * ONE).toString() }],
    )
    render(<AaaJiJinPage />)
    const log = part('基金流水')
    expect(await within(log).findByText('分配给质押者')).toBeTruthy()
    expect(log.textContent).toContain('累计流入 12.00 AAA，已分配 7.00 AAA')
    expect(within(log).getAllByRole('listitem').length).toBe(2)
    fireEvent.click(within(log).getByRole('button', { name: '加载更多' }))
    await waitFor(() => expect(within(log).getAllByRole('listitem').length).toBe(3))
    expect(asked).toContainEqual(expect.stringContaining('/api/getFundInvestLogs?cursor='))
    expect(within(log).queryByRole('button', { name: '加载更多' })).toBeNull()
  })

  it('requests a failing page once, says so, and requests it again on demand', async () => {
    show(NOTHING)
    vi.stubGlobal('IntersectionObserver', InView)
    vi.stubGlobal('scrollY', 10)
    serve(
      [{ id: '2-1', kind: 'inflow', amount: (5n * ONE).toString() }],
      [{ id: '1-1', kind: 'inflow', amount: (7n * ONE).toString() }],
    )
    const served = globalThis.fetch
    let refused = 0
    let up = false
    vi.stubGlobal('fetch', async (url: string) => {
      if (up || !url.includes('cursor=')) return served(url)
      refused += 1
      return new Response(null, { status: 503 })
    })
    render(<AaaJiJinPage />)
    const log = part('基金流水')
    const retry = await within(log).findByRole('button', { name: '重试' })
    expect(within(log).getByText('服务器暂时连不上')).toBeTruthy()
    expect(refused).toBe(1)
    up = true
    fireEvent.click(retry)
    await waitFor(() => expect(within(log).getAllByRole('listitem').length).toBe(2))
    expect(refused).toBe(1)
  })

  it('keeps fund and staking while the server is down, and names the missing part', async () => {
    useAppStore.setState(connected)
    show(NOTHING)
    vi.stubGlobal('fetch', () => Promise.reject(new Error('away')))
    render(<AaaJiJinPage />)
    expect((await within(part('基金流水')).findByRole('alert')).textContent).toContain('流水暂不可用')
    expect(screen.getByRole('button', { name: '领取 3.00 AAA' })).toBeTruthy()
  })

  it('says that the fund cannot be read, asks a visitor to connect, in English too', async () => {
    show({
      waiting: ONE,
      distribution: { possible: true, before: streaming(86n, 60), after: streaming(96n, 60) },
    })
    await loadLanguage('en_US')
    const { unmount } = render(<AaaJiJinPage />)
    expect(within(part('The fund')).getByRole('button', { name: 'Connect to distribute' })).toBeTruthy()
    unmount()
    const failed = { status: 'failed', reason: 'no answer' } as const
    setReading(fundState, failed)
    setReading(aaaFee, failed)
    render(<AaaJiJinPage />)
    expect(within(part('The fund')).getByRole('alert').textContent).toContain('cannot be read')
    expect(within(part('AAA fee')).getByRole('alert')).toBeTruthy()
  })
})
