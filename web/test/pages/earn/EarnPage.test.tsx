import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { PoolKey } from '@galx/protocol/products'
import { WHOLE_SHARE } from '@galx/protocol/vault'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawnBonuses } from '../../../src/bonuses/bonusReads.ts'
import { useBonusStore } from '../../../src/bonuses/bonusStore.ts'
import { initialChainState, setReading, useChainStore } from '../../../src/core/chain/chainStore.ts'
import { accountInPool, poolState, positionsIn } from '../../../src/core/chain/reads.ts'
import { vaultShares, vaultState } from '../../../src/core/chain/vaultReads.ts'
import { REQUEST_TIMEOUT } from '../../../src/core/api/client.ts'
import { useConfigStore } from '../../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../../src/core/state/appStore.ts'
import { LOADING } from '../../../src/core/state/reading.ts'
import { setEffects } from '../../../src/core/state/effects.ts'
import { runTransaction } from '../../../src/core/transactions/runTransaction.ts'
import {
  useTransactionStore,
  type TransactionRecord,
} from '../../../src/core/transactions/transactionStore.ts'
import { loadLanguage } from '../../../src/i18n/texts.ts'
import { levelTable, ownLevel } from '../../../src/staking/levels/levelReads.ts'
import { heldPasses, passTerms } from '../../../src/passes/passReads.ts'
import EarnPage from '../../../src/pages/earn/earn.page.tsx'
import { LEVELS } from '../../products/btc/levels.ts'
import {
  ACCOUNT,
  accountState,
  btc,
  config,
  ONE,
  pair,
  poolSnapshot,
  position,
  read,
  showChain,
  single,
  terms,
} from '../../staking/fixtures.ts'

vi.mock('../../../src/core/transactions/runTransaction.ts', () => ({
  runTransaction: vi.fn(() => Promise.resolve(null)),
}))

const DAY = 86_400
const POOLS = { galx: single, galxMcm: pair, btc, mcf: terms }
const connected = { address: ACCOUNT, connection: 'connected' } as const
const signedIn = { ...connected, userToken: 'token' } as const
function now() {
  return Math.floor(Date.now() / 1_000)
}

/** Shows a chain on which no figure moves. @param earned the account's rewards in each pool; it has a position in each of them */
function show(earned: Partial<Record<PoolKey, bigint>>, { shares = 0n, passes = 0 } = {}) {
  const timestamp = now()
  const keys = Object.keys(POOLS) as PoolKey[]
  const each = <T,>(value: (key: PoolKey) => T) =>
    Object.fromEntries(keys.map((key) => [key, read(value(key))]))
  showChain({
    head: { number: 9n, timestamp, readAt: performance.now() },
    connection: 'up',
    pools: each(() => poolSnapshot({ rewardRate: 0n, rewardEnd: timestamp })),
    accounts: each((key) => accountState({ weight: 0n, earned: earned[key] ?? 0n, timestamp })),
    positions: each((key) =>
      earned[key] === undefined
        ? []
        : [position({ pool: key, pairAmount: key === 'galxMcm' ? 50n * ONE : 0n })],
    ),
    balances: {},
  })
  setReading(
    vaultState,
    read({
      assets: 1_250n * ONE,
      shares: 1_000n * WHOLE_SHARE,
      rewardRate: 0n,
      rewardEnd: timestamp,
      at: timestamp,
      unvested: 0n,
      depositsPausedUntil: 0,
      vestingDuration: 90 * DAY,
    }),
  )
  setReading(vaultShares, read(shares))
  setReading(
    heldPasses,
    read(Array.from({ length: passes }, (_, id) => ({ id: BigInt(id), name: 'n', unbondingUntil: 0 }))),
  )
  setReading(passTerms, read({ bond: 10_000n * ONE, coolDown: 7 * DAY, count: 5n }))
}

const item = {
  id: '1',
  kind: 'claim',
  product: 'galx',
  pool: 'galx',
  subject: null,
  position: null,
  token: 'GALX',
  amount: ONE.toString(),
  pairToken: null,
  pairAmount: null,
  penalty: null,
  rewardToken: null,
  reward: null,
  status: 'confirmed',
  reason: null,
  txHash: `0x${'1'.repeat(64)}`,
  blockNumber: 1,
  at: 1_800_000_000,
}

const NO_BONUSES = { address: ACCOUNT, programs: [], settled: null, late: null, asOf: null }

/** Answers requests for the history (from `page`), its CSV file, its sums and the bonuses. @returns the requests for history and file */
function serve(
  page: (query: URLSearchParams) => object,
  sums: object = { totals: [], since: null },
  bonuses: object = {},
) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/api/activityTotals'))
      return Response.json({ code: 200, message: 'ok', data: { asOf: null, ...sums } })
    if (url.includes('/api/bonuses'))
      return Response.json({ code: 200, message: 'ok', data: { ...NO_BONUSES, ...bonuses } })
    asked.push(url)
    if (url.includes('/api/activity.csv'))
      return new Response('time,kind\r\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } })
    const data = page(new URL(url, 'http://localhost').searchParams)
    return Response.json({
      code: 200,
      message: 'ok',
      data: { asOf: null, total: 2, nextCursor: null, ...data },
    })
  })
  return asked
}

const notices: string[] = []

beforeAll(async () => {
  await Promise.all([
    import('../../../src/bonuses/AllClaimableGate.tsx'),
    import('../../../src/bonuses/AllClaimable.tsx'),
  ])
})
beforeAll(() => setEffects({ notify: (text) => void notices.push(text), navigate: () => {} }))
beforeEach(() => {
  notices.length = 0
  useConfigStore.setState({ state: { status: 'ready', config: { ...config, pools: POOLS } } })
  useAppStore.setState(connected)
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  useChainStore.setState(initialChainState, true)
  useAppStore.setState(initialAppState(), true)
  useTransactionStore.setState({ list: [], currentId: null })
  vi.mocked(runTransaction).mockClear()
  await loadLanguage('zh_CN')
})

function part(name: string) {
  return screen.getByRole('region', { name })
}
function sent() {
  return vi.mocked(runTransaction).mock.calls[0]?.[0]
}

describe('/earn', () => {
  it('shows a line for each owed token, and claims from all owing pools in one transaction', async () => {
    show({ galx: 3n * ONE, galxMcm: 2n * ONE, btc: 12_400n * 10n ** 10n, mcf: 0n })
    render(<EarnPage />)
    const lines = within(part('可领取，2 种代币')).getAllByRole('listitem', { hidden: false })
    const texts = lines.map(({ textContent }) => textContent)
    expect(texts.filter((text) => text?.includes('5.000000 GALX'))).toHaveLength(1)
    expect(texts.some((text) => text?.includes('GALX + MCM 2.00'))).toBe(true)
    expect(texts.some((text) => text?.includes('0.00012400 BTCB') && text.includes('= 12,400 聪'))).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: '全部领取，一笔交易' }))
    expect((await sent()?.prepare(ACCOUNT))?.call).toEqual({
      name: 'claimMany',
      pools: ['galx', 'galxMcm', 'btc'],
      to: ACCOUNT,
    })
  })

  describe('with bonuses', () => {
    const of = (program: 'galx' | 'promotion', cumulative: bigint) => ({
      program,
      programId: config.programs[program],
      cumulative: cumulative.toString(),
      epoch: 1,
      voucher: {
        cumulative: cumulative.toString(),
        deadline: 4_000_000_000,
        signersNonce: 1,
        coSignature: `0x${'4'.repeat(64)}${'5'.repeat(64)}1c`,
        signature: `0x${'1'.repeat(64)}${'2'.repeat(64)}1b`,
      },
    })
    beforeEach(() => {
      serve(() => ({ list: [] }), undefined, { programs: [of('galx', 14n * ONE), of('promotion', 8n * ONE)] })
    })
    function showGranted(earned: Partial<Record<PoolKey, bigint>>) {
      show(earned)
      setReading(
        drawnBonuses,
        read({
          drawn: { galx: ONE },
          available: { galx: 100n * ONE, promotion: 100n * ONE },
          pausedUntil: 0,
          signersNonce: 1,
          signer: `0x${'5'.repeat(40)}`,
          coSigner: `0x${'6'.repeat(40)}`,
        }),
      )
    }
    afterEach(() => {
      useBonusStore.setState({ address: null, reading: LOADING })
      window.localStorage.clear()
    })

    it('adds the bonuses to their tokens, and claims base rewards and bonuses in one transaction', async () => {
      showGranted({ galx: 3n * ONE, mcf: 0n })
      render(<EarnPage />)
      const claimable = await screen.findByRole('region', { name: '可领取，2 种代币' })
      // The second token has one part, which is named in the line and needs no list.
      expect(within(claimable).queryByText('社区奖金')).toBeNull()
      const unfold = within(claimable).getAllByRole('button', { expanded: false })
      expect(unfold).toHaveLength(1)
      fireEvent.click(unfold[0]!)
      expect(unfold[0]!.getAttribute('aria-expanded')).toBe('true')
      const texts = within(claimable)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
      // 3 from the pool, and 14 − 1 from the bonus: 14 are granted and 1 is drawn.
      expect(texts.some((text) => text?.includes('16.000000 GALX') && text.includes('社区奖金 13.00'))).toBe(
        true,
      )
      expect(texts.some((text) => text?.includes('8.000000 USDT') && text.includes('推广奖金'))).toBe(true)
      fireEvent.click(screen.getByRole('button', { name: '全部领取，一笔交易' }))
      expect((await sent()?.prepare(ACCOUNT))?.call).toMatchObject({
        name: 'claimWithBonuses',
        account: ACCOUNT,
        pools: ['galx'],
        vouchers: [{ cumulative: 14n * ONE }, { cumulative: 8n * ONE }],
      })
    })

    it('shows the bonuses to an account that has left every pool', async () => {
      showGranted({})
      render(<EarnPage />)
      fireEvent.click(await screen.findByRole('button', { name: '全部领取，一笔交易' }))
      expect((await sent()?.prepare(ACCOUNT))?.call).toMatchObject({ name: 'claimBonuses' })
    })
  })

  it('claims a single pool directly, by a button with the name of its token', async () => {
    show({ btc: ONE, galx: 0n })
    render(<EarnPage />)
    fireEvent.click(screen.getByRole('button', { name: '领取 BTCB' }))
    expect((await sent()?.prepare(ACCOUNT))?.call).toMatchObject({ name: 'claim', pool: 'btc' })
  })

  it('never treats an unreadable pool as a pool that owes nothing', async () => {
    show({ galx: ONE })
    setReading(accountInPool('btc'), { status: 'failed', reason: 'no node answers' })
    render(<EarnPage />)
    expect(part('可领取，1 种代币').textContent).toContain('BTC 算力 · —')
    fireEvent.click(screen.getByRole('button', { name: '全部领取，一笔交易' }))
    expect((await sent()?.prepare(ACCOUNT))?.call).toMatchObject({ pools: ['galx', 'btc'] })
  })

  it('lists pools, vault and passes, and adds up each token over all of them', () => {
    show({ galx: 0n, galxMcm: 0n, mcf: 0n }, { shares: 100n * WHOLE_SHARE, passes: 2 })
    render(<EarnPage />)
    const rows = within(part('已质押'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(rows).toHaveLength(5)
    expect(rows[1]).toMatch(/GALX 生态GALX \+ MCM随时可取100\.00 GALX\+ 50\.00 MCM/)
    expect(rows[3]).toMatch(/ZN 智能金库100\.00 份随时可取124\.9999 GALX/)
    expect(rows[4]).toMatch(/节点通行证2 张，押金20,000\.00 MCM押金不产生奖励/)
    const sums = within(part('每种代币合计'))
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
    // GALX: 100 + 100 staked and 125 in the vault, rounded down. MCM: 50 + 100 staked and two bonds.
    expect(sums).toEqual(['代币质押中', 'GGALX324.9999', 'MMCM20,150.00'])
  })

  describe('a level’s boost that a pool does not count yet', () => {
    function showBoost(level: number, boostBps = 10_000) {
      show({ btc: 0n, galx: 0n })
      const timestamp = now()
      const weight = 100n * ONE
      const state = poolSnapshot({
        totalWeight: 4_000n * ONE,
        rewardRate: 10n ** 11n,
        rewardEnd: timestamp + DAY,
      })
      setReading(poolState('btc'), read(state))
      setReading(accountInPool('btc'), read(accountState({ weight, boostBps, earned: 0n, timestamp })))
      setReading(positionsIn('btc'), read([position({ pool: 'btc', amount: weight })]))
      setReading(levelTable, read({ levels: LEVELS, boosted: ['btc'] }))
      setReading(ownLevel, read(level))
    }

    it('is shown with its cost per day, and a button applies it', async () => {
      showBoost(3)
      render(<EarnPage />)
      // The pool pays 864 000 satoshi a day. The account would get 135/4035 of this and gets 100/4000.
      const text = await screen.findByText(/^你的等级加成/)
      expect(text.textContent).toBe(
        '你的等级加成 ×1.35 还没有用到已质押的 AAA 上。因此现在每天少赚约 7,307 聪。',
      )
      fireEvent.click(screen.getByRole('button', { name: '更新加成' }))
      expect((await sent()?.prepare(ACCOUNT))?.call).toEqual({
        name: 'syncBoost',
        pool: 'btc',
        account: ACCOUNT,
      })
    })

    it('is shown in English, and without a cost while nothing streams', async () => {
      await loadLanguage('en_US')
      showBoost(3)
      setReading(poolState('btc'), read(poolSnapshot({ rewardRate: 0n })))
      render(<EarnPage />)
      const text = await screen.findByText(/^Your boost/)
      expect(text.textContent).toBe('Your boost of ×1.35 is not applied to your AAA yet.')
    })

    it('is not mentioned if the pool counts it, or if the account holds no level', async () => {
      showBoost(3, 13_500)
      render(<EarnPage />)
      await import('../../../src/staking/levels/BoostNotice.tsx')
      await act(async () => {})
      expect(screen.queryByText(/^你的等级加成/)).toBeNull()
      act(() => showBoost(3))
      expect(await screen.findByText(/^你的等级加成/)).toBeTruthy()
      act(() => showBoost(0))
      expect(screen.queryByText(/^你的等级加成/)).toBeNull()
    })
  })

  it('says that figures are missing instead of adding up the known figures', () => {
    show({ galx: 0n })
    setReading(vaultShares, { status: 'failed', reason: 'no node answers' })
    render(<EarnPage />)
    expect(part('已质押').textContent).toContain('不代表为零')
    expect(part('每种代币合计').textContent).toContain('不能算出合计')
  })

  it('leads an account without a stake to staking, and a person without a wallet to connecting', () => {
    show({})
    const { rerender } = render(<EarnPage />)
    expect(screen.getByRole('link', { name: '去质押' }).getAttribute('href')).toBe('#/galx')
    expect(screen.queryByRole('region', { name: '可领取' })).toBeNull()
    useAppStore.setState(initialAppState(), true)
    rerender(<EarnPage />)
    expect(screen.getByRole('button', { name: '连接查看' })).toBeTruthy()
  })

  it('offers to switch the chain instead of claiming on a wrong chain', () => {
    useAppStore.setState({ ...connected, connection: 'wrongChain' })
    show({ galx: ONE })
    render(<EarnPage />)
    fireEvent.click(screen.getByRole('button', { name: '切换到 BSC 主网' }))
    expect(runTransaction).not.toHaveBeenCalled()
  })

  it('asks the server for the chosen kind and product, and reads on if a page found nothing', async () => {
    useAppStore.setState(signedIn)
    show({ galx: ONE })
    const asked = serve((query) =>
      query.get('kind') === null
        ? { list: [item] }
        : query.get('cursor') === null
          ? { list: [], nextCursor: 'further' }
          : { list: [{ ...item, id: '2', kind: 'bonus' }] },
    )
    render(<EarnPage />)
    const history = await waitFor(() => part('记录'))
    await within(history).findByText('共 2 条')
    fireEvent.change(screen.getByRole('combobox', { name: '类型' }), { target: { value: 'bonus' } })
    fireEvent.change(screen.getByRole('combobox', { name: '产品' }), { target: { value: 'galx' } })
    fireEvent.click(await within(history).findByRole('button', { name: '加载更多' }))
    expect((await within(history).findByRole('listitem')).textContent).toMatch(/^领取奖金/)
    expect(within(history).queryByText('共 2 条')).toBeNull()
    expect(asked).toContainEqual(expect.stringMatching(/cursor=further&limit=\d+&kind=bonus&product=galx$/))
  })

  it('shows the sums of the history by kind and token, and their first date if the history is too long', async () => {
    useAppStore.setState(signedIn)
    show({ galx: ONE })
    const totals = [
      { kind: 'earned', token: 'GALX', amount: (5n * ONE).toString() },
      { kind: 'earned', token: 'BTCB', amount: (ONE / 2n).toString() },
      { kind: 'burned', token: 'MCM', amount: (7n * ONE).toString() },
    ]
    serve(() => ({ list: [] }), { totals, since: null })
    const { unmount } = render(<EarnPage />)
    await waitFor(() => expect(part('累计').textContent).toContain('基础奖励GGALX5.00BBTCB0.50'))
    expect(part('累计').textContent).toContain('升级销毁MMCM7.00')
    expect(part('累计').textContent).not.toMatch(/取回|只统计/)
    unmount()
    serve(() => ({ list: [] }), { totals, since: 1_700_000_000 })
    render(<EarnPage />)
    await waitFor(() => expect(part('累计').textContent).toContain('只统计最近的部分'))
  })

  it('reads the sums again as soon as a transaction is confirmed', async () => {
    useAppStore.setState(signedIn)
    show({ galx: ONE })
    const sums = { totals: [] as object[], since: null }
    serve(() => ({ list: [] }), sums)
    render(<EarnPage />)
    await waitFor(() => expect(part('累计').textContent).toContain('还没有已确认的记录'))
    sums.totals = [{ kind: 'earned', token: 'GALX', amount: ONE.toString() }]
    const record = {
      account: ACCOUNT,
      stage: 'confirmed',
      finishedAt: Date.now(),
    } as Partial<TransactionRecord>
    act(() => useTransactionStore.setState({ list: [record as TransactionRecord] }))
    await waitFor(() => expect(part('累计').textContent).toContain('GALX1.00'))
  })

  it('says that the sums cannot be read, and reads them again', async () => {
    useAppStore.setState(signedIn)
    show({ galx: ONE })
    let answers = false
    vi.stubGlobal('fetch', async (url: string) =>
      answers && url.includes('/api/activityTotals')
        ? Response.json({ code: 200, message: 'ok', data: { totals: [], since: null, asOf: null } })
        : Response.json({ code: 503 }, { status: 503 }),
    )
    render(<EarnPage />)
    await waitFor(() => expect(part('累计').textContent).toContain('累计暂时读不到'))
    answers = true
    fireEvent.click(within(part('累计')).getByRole('button', { name: '重试' }))
    await waitFor(() => expect(part('累计').textContent).toContain('还没有已确认的记录'))
  })

  it('saves the history as a file, and reports a failure', async () => {
    useAppStore.setState(signedIn)
    show({ galx: ONE })
    serve(() => ({ list: [item] }))
    const saved: { name: string; blob: Blob }[] = []
    const files: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => `blob:${files.push(blob)}`,
        revokeObjectURL: () => {},
      }),
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, blob: files.at(-1)! })
    })
    render(<EarnPage />)
    fireEvent.click(await screen.findByRole('button', { name: 'CSV' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toBe('galx-activity.csv')
    expect(await saved[0]?.blob.text()).toBe('time,kind\r\n')
    vi.stubGlobal('fetch', async () => Response.json({ code: 429 }, { status: 429 }))
    fireEvent.click(screen.getByRole('button', { name: 'CSV' }))
    await waitFor(() => expect(notices).toContain('文件没有下载下来，请稍后再试'))
  })

  it('signs out if the file is refused for the token, proposes no later attempt, and asks to sign in', async () => {
    localStorage.setItem('set_userToken', 'token')
    useAppStore.setState(signedIn)
    show({ galx: ONE })
    serve(() => ({ list: [item] }))
    render(<EarnPage />)
    const button = await screen.findByRole('button', { name: 'CSV' })
    vi.stubGlobal('fetch', async () => Response.json({ code: 401 }, { status: 401 }))
    fireEvent.click(button)
    expect(await screen.findByRole('button', { name: '签名登录' })).toBeTruthy()
    expect(localStorage.getItem('set_userToken')).toBeNull()
    expect(notices).not.toContain('文件没有下载下来，请稍后再试')
  })

  it('does not wait forever for a file that never begins', async () => {
    useAppStore.setState(signedIn)
    show({ galx: ONE })
    serve(() => ({ list: [item] }))
    render(<EarnPage />)
    const button = await screen.findByRole('button', { name: 'CSV' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: { signal?: AbortSignal } = {}) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
    )
    fireEvent.click(button)
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT)
    vi.useRealTimers()
    await waitFor(() => expect(notices).toContain('文件没有下载下来，请稍后再试'))
  })
})
