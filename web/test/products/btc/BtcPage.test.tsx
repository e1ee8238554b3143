import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { aaaFee } from '../../../src/core/chain/aaaFee.ts'
import { initialChainState, setReading, useChainStore } from '../../../src/core/chain/chainStore.ts'
import { useConfigStore } from '../../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../../src/core/state/appStore.ts'
import { runTransaction } from '../../../src/core/transactions/runTransaction.ts'
import { useTransactionStore } from '../../../src/core/transactions/transactionStore.ts'
import { loadOverlay } from '../../../src/design/overlay/Overlay.tsx'
import { loadLanguage } from '../../../src/i18n/texts.ts'
import BtcPage from '../../../src/products/btc/btc.page.tsx'
import { levelTable, ownLevel } from '../../../src/staking/levels/levelReads.ts'
import {
  ACCOUNT,
  accountState,
  btc,
  config,
  ONE,
  poolSnapshot,
  position,
  read,
  showChain,
} from '../../staking/fixtures.ts'
import { LEVELS } from './levels.ts'

vi.mock('../../../src/core/transactions/runTransaction.ts', () => ({
  runTransaction: vi.fn(() => Promise.resolve(null)),
}))

const DAY = 86_400
const SATOSHI = 10n ** 10n
const connected = { address: ACCOUNT, connection: 'connected' } as const
function now() {
  return Math.floor(Date.now() / 1_000)
}

type Situation = {
  level?: number | null
  staked?: boolean
  boostBps?: number
  mcm?: bigint
  /** remaining days of the budget */
  budget?: number
}

/** A pool of 40 000 of weight that streams 864 000 satoshi a day; the account has 1 000 AAA in it, unless it has nothing. */
function show({ level = 3, staked = true, boostBps = 13_500, mcm = 5_000n, budget = 60 }: Situation = {}) {
  const timestamp = now()
  const weight = staked ? (1_000n * ONE * BigInt(boostBps)) / 10_000n : 0n
  showChain({
    head: { number: 48_211_907n, timestamp, readAt: performance.now() },
    connection: 'up',
    pools: {
      btc: read(
        poolSnapshot({
          totalWeight: 40_000n * ONE,
          rewardRate: 10n * SATOSHI,
          rewardEnd: timestamp + budget * DAY + 60,
        }),
      ),
    },
    accounts: {
      btc: read(
        accountState({
          weight,
          boostBps,
          earned: staked ? 12_400n * SATOSHI : 0n,
          timestamp,
          positionCount: staked ? 1 : 0,
        }),
      ),
    },
    positions: { btc: read(staked ? [position({ pool: 'btc', amount: 1_000n * ONE })] : []) },
    balances: { AAA: read(500n * ONE), MCM: read(mcm * ONE), native: read(ONE) },
  })
  setReading(levelTable, read({ levels: LEVELS, boosted: ['btc'] }))
  if (level !== null) setReading(ownLevel, read(level))
  setReading(
    aaaFee,
    read({ rateBps: 300, maximumBps: 500, recipient: ACCOUNT, cfo: ACCOUNT, swapPair: ACCOUNT } as const),
  )
}

beforeAll(() => loadOverlay())
beforeEach(() => {
  useConfigStore.setState({ state: { status: 'ready', config: { ...config, pools: { btc } } } })
})
afterEach(async () => {
  cleanup()
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
function sent() {
  return vi.mocked(runTransaction).mock.calls[0]?.[0]
}

describe('/btc', () => {
  it('shows first the claimable amount, to the satoshi, then stake and level', () => {
    useAppStore.setState(connected)
    show()
    render(<BtcPage />)
    const claim = part('可领取')
    expect(claim.textContent).toContain('0.00012400')
    // The account has 1 350 of the pool's 40 000, and the pool pays 864 000 satoshi a day.
    expect(claim.textContent).toMatch(/= 12,400\.\d\d 聪 · 现在每天约 29,160 聪/)
    expect(within(claim).getByRole('button', { name: /^领取 0\.000124\d* BTCB$/ })).toBeTruthy()
    expect(screen.getByText('已质押').parentElement?.textContent).toBe('已质押AAA1,000.00占比 3.37%')
    expect(screen.getByText('我的等级').parentElement?.textContent).toBe(
      '我的等级3 级 ×1.35永不过期，不会下降',
    )
    expect(screen.getByText('质押、取回不收（兑换时 3%）')).toBeTruthy()
  })

  it('offers nothing before a higher level is chosen, shows the cost and the gain of a chosen level, and buys it with its boost', async () => {
    useAppStore.setState(connected)
    show({ mcm: 10_000n })
    render(<BtcPage />)
    const levels = part('等级加成')
    const choices = within(levels).getAllByRole('radio')
    expect(choices.map((one) => one.closest('label')?.textContent)).toEqual(['×1.604 级', '×2.005 级'])
    expect(levels.textContent).toContain('选择更高的等级，可查看价格与效果')
    expect(within(levels).queryByRole('button')).toBeNull()
    fireEvent.click(choices[0]!)
    expect(fact(levels, '加成')).toContain('×1.35 变为 ×1.60')
    // The account then gets 1600/40250 of 864 000: its own growth dilutes its share.
    expect(fact(levels, '每天')).toContain('≈ 29,160 聪 变为 34,345 聪')
    expect(fact(levels, '算力')).toContain('1,350.00 变为 1,600.00')
    expect(fact(levels, '占比')).toContain('3.37% 变为 3.97%')
    expect(levels.textContent).toContain('2,000.00 MCM 会永久销毁，不归任何人')
    fireEvent.click(choices[1]!)
    expect(fact(levels, '算力')).toContain('1,350.00 变为 2,000.00')
    fireEvent.click(within(levels).getByRole('button', { name: '销毁 9,000.00 MCM，升到 5 级' }))
    expect(await sent()?.prepare(ACCOUNT)).toEqual({
      call: { name: 'buyLevel', level: 5, pools: ['btc'] },
      spends: [{ token: 'MCM', amount: 9_000n * ONE }],
    })
  })

  it('lists every level with its total price, the remaining MCM to burn, and the boost', () => {
    useAppStore.setState(connected)
    show()
    render(<BtcPage />)
    const rows = within(part('各级一览'))
      .getAllByRole('row')
      .map((row) => row.textContent)
    expect(rows.slice(1)).toEqual([
      '0 级 –已有×1.00',
      '1 级 100已有×1.10',
      '2 级 300已有×1.20',
      '3 级 你1,000已有×1.35',
      '4 级 3,0002,000×1.60',
      '5 级 10,0009,000×2.00',
    ])
  })

  it('shows no remaining MCM to burn while the account’s level is unknown', () => {
    useAppStore.setState(connected)
    show({ level: null })
    render(<BtcPage />)
    const rests = within(part('各级一览')).getAllByRole('row').slice(2)
    expect(rests.map((row) => row.querySelectorAll('td')[1]?.textContent)).toEqual(rests.map(() => '—'))
  })

  it('promises nothing to an account without a stake, and offers a level only below the highest level and with enough MCM', () => {
    useAppStore.setState(connected)
    show({ staked: false, level: 0, boostBps: 10_000, mcm: 99n })
    const { unmount } = render(<BtcPage />)
    const levels = part('等级加成')
    expect(within(levels).queryByText('每天')).toBeNull()
    expect(levels.textContent).toContain('之后的质押从第一秒起就有加成')
    expect(within(levels).getByRole('button', { name: 'MCM 余额不足' }).hasAttribute('disabled')).toBe(true)
    unmount()
    show({ level: 5, boostBps: 20_000 })
    render(<BtcPage />)
    expect(part('等级加成').textContent).toContain('你已是最高等级，加成 ×2.00')
    expect(within(part('等级加成')).queryByRole('button')).toBeNull()
  })

  it('shows the same text on both buttons during the pause after a finished transaction', () => {
    useAppStore.setState({ ...connected, disabeldMatch: true, matchUntil: performance.now() + 60_000 })
    show({ staked: false, level: 0, boostBps: 10_000 })
    render(<BtcPage />)
    for (const name of ['质押 AAA，赚 BTCB', '等级加成'])
      expect(within(part(name)).getByRole('button', { name: '交易已发送，10 秒后可继续' })).toBeTruthy()
  })

  it('says that no reward streams, before anything is burned', () => {
    useAppStore.setState(connected)
    show({ budget: -1 })
    render(<BtcPage />)
    fireEvent.click(within(part('等级加成')).getAllByRole('radio')[0]!)
    expect(part('等级加成').textContent).toContain('当前没有奖励在发放')
  })

  it('updates a boost that was bought without this pool', async () => {
    useAppStore.setState(connected)
    show({ boostBps: 10_000 })
    render(<BtcPage />)
    // The pool pays 864 000 satoshi a day. The account gets 1000/40000 of the 864 000, and with its boost would get 1350/40350.
    expect(
      screen.getByText('你的等级加成 ×1.35 还没有用到已质押的 AAA 上。因此现在每天少赚约 7,307 聪。'),
    ).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '更新加成' }))
    expect((await sent()?.prepare(ACCOUNT))?.call).toEqual({
      name: 'syncBoost',
      pool: 'btc',
      account: ACCOUNT,
    })
  })

  it('asks a visitor to connect, and prints no figure of an account; in English too', async () => {
    show({ level: null })
    const { unmount } = render(<BtcPage />)
    const levels = part('等级加成')
    expect(within(levels).getAllByRole('radio').length).toBe(5)
    expect(within(levels).getByRole('button', { name: '连接后升级' })).toBeTruthy()
    expect(screen.queryByText('已质押')).toBeNull()
    unmount()
    await loadLanguage('en_US')
    useAppStore.setState({ ...connected, connection: 'wrongChain' })
    show()
    render(<BtcPage />)
    fireEvent.click(within(part('Level boost')).getAllByRole('radio')[0]!)
    expect(within(part('Level boost')).getByRole('button', { name: 'Switch to BSC mainnet' })).toBeTruthy()
  })

  it('offers no level while it cannot be read, and says that nothing is lost', () => {
    useAppStore.setState(connected)
    show({ level: null })
    act(() => setReading(ownLevel, { status: 'failed', reason: 'no answer' }))
    render(<BtcPage />)
    const alert = within(part('等级加成')).getByRole('alert')
    expect(alert.textContent).toContain('等级暂时读不到')
    expect(within(alert).getByRole('button', { name: '重试' })).toBeTruthy()
    expect(screen.getByText('我的等级').nextElementSibling?.textContent).toBe('—')
  })
})
