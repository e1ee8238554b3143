import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { initialChainState, useChainStore } from '../../../src/core/chain/chainStore.ts'
import { useConfigStore } from '../../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../../src/core/state/appStore.ts'
import { runTransaction } from '../../../src/core/transactions/runTransaction.ts'
import { useTransactionStore } from '../../../src/core/transactions/transactionStore.ts'
import { loadOverlay } from '../../../src/design/overlay/Overlay.tsx'
import { loadLanguage } from '../../../src/i18n/texts.ts'
import McfPage from '../../../src/products/mcf/mcf.page.tsx'
import {
  ACCOUNT,
  accountState,
  ONE,
  poolSnapshot,
  position,
  read,
  showChain,
  termConfig,
} from '../../staking/fixtures.ts'

vi.mock('../../../src/core/transactions/runTransaction.ts', () => ({
  runTransaction: vi.fn(() => Promise.resolve(null)),
}))

const DAY = 86_400
function now() {
  return Math.floor(Date.now() / 1_000)
}
const connected = { address: ACCOUNT, connection: 'connected' } as const

/** The pool has 20 000 of weight. One of the account's deposits is half way through its lock of 180 days; the other is unlocked. */
function chain(deposits = [locked(), free()]) {
  const timestamp = now()
  const staked = deposits.length > 0
  return {
    head: { number: 48_211_907n, timestamp, readAt: performance.now() },
    connection: 'up' as const,
    pools: {
      mcf: read(
        poolSnapshot({
          totalWeight: 20_000n * ONE,
          rewardRate: 10n ** 15n,
          rewardEnd: timestamp + 60 * DAY + 60,
        }),
      ),
    },
    accounts: {
      mcf: read(
        accountState({
          weight: staked ? 12_000n * ONE : 0n,
          earned: staked ? 7n * ONE : 0n,
          timestamp,
          positionCount: deposits.length,
        }),
      ),
    },
    positions: { mcf: read(deposits) },
    balances: { MCM: read(3_000n * ONE), native: read(ONE) },
  }
}
function locked() {
  return position({ pool: 'mcf', position: 0n, tier: 2, amount: 5_000n * ONE, unlockAt: now() + 90 * DAY })
}
function free() {
  return position({ pool: 'mcf', position: 1n, tier: 0, amount: 1_200n * ONE, unlockAt: now() - DAY })
}

beforeAll(() => loadOverlay())
beforeEach(() => {
  useConfigStore.setState({ state: { status: 'ready', config: termConfig } })
})
afterEach(async () => {
  cleanup()
  useChainStore.setState(initialChainState, true)
  useAppStore.setState(initialAppState(), true)
  useTransactionStore.setState({ list: [], currentId: null })
  vi.mocked(runTransaction).mockClear()
  await loadLanguage('zh_CN')
})

function fact(sheet: HTMLElement, label: string) {
  return within(sheet).getByText(label).nextElementSibling?.textContent
}
function sent() {
  return vi.mocked(runTransaction).mock.calls[0]?.[0]
}

describe('/mcf', () => {
  it('offers four terms with their multipliers, the longest covered by the budget first, and the facts of the chosen term', () => {
    useAppStore.setState(connected)
    showChain(chain([]))
    render(<McfPage />)
    const terms = within(screen.getByRole('radiogroup', { name: '期限' })).getAllByRole('radio')
    expect(terms.map((radio) => radio.closest('label')?.textContent)).toEqual(
      termConfig.pools.mcf?.tiers.map(
        ({ duration, multiplierBps }) => `${duration / DAY} 天\n×${multiplierBps / 10_000}`,
      ),
    )
    // The budget lasts 60 days.
    expect(terms.map((radio) => (radio as HTMLInputElement).checked)).toEqual([true, false, false, false])
    expect(screen.queryByText(/^奖励预算先于到期用完/)).toBeNull()
    fireEvent.change(screen.getByRole('textbox', { name: '存入数量' }), { target: { value: '1000' } })
    fireEvent.click(screen.getByRole('radio', { name: /^360 天/ }))
    // The deposit would get 3000/23000 of 86.4 MCM a day.
    expect(screen.getByText('≈ 11.2695 MCM / 天')).toBeTruthy()
    expect(screen.getByText('最多 −200.00 MCM（20%），逐秒减少')).toBeTruthy()
    expect(screen.getByText(/^奖励预算先于到期用完/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '存 1,000.00 MCM，360 天' }))
    expect(sent()?.describe()).toEqual({ name: 'stakeTerm', values: ['1,000.00 MCM', '360', 'day'] })
  })

  it('chooses 180 days first if the budget covers them, and keeps a person’s own choice', () => {
    useAppStore.setState(connected)
    const start = chain([])
    const covered = (days: number) => ({
      ...start,
      pools: {
        mcf: read(
          poolSnapshot({
            totalWeight: 20_000n * ONE,
            rewardRate: 10n ** 15n,
            rewardEnd: start.head.timestamp + days * DAY + 60,
          }),
        ),
      },
    })
    showChain(covered(200))
    render(<McfPage />)
    const isChosen = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name }).checked
    expect(isChosen(/^180 天/)).toBe(true)
    fireEvent.click(screen.getByRole('radio', { name: /^360 天/ }))
    showChain(covered(40))
    expect(isChosen(/^360 天/)).toBe(true)
  })

  it('shows the countdown, the present cost of leaving, and the unlocked deposits without a cost', () => {
    useAppStore.setState(connected)
    showChain(chain())
    render(<McfPage />)
    const [first, second] = within(screen.getByRole('region', { name: '我的定存' })).getAllByRole('listitem')
    expect(first?.textContent).toMatch(/1,200\.00 MCM.*可取.*取回 1,200\.00 MCM，无费用/)
    expect(within(second!).getByRole('timer').textContent).toMatch(/^(90 天 00:00:00|89 天 23:59:5\d)$/)
    expect(second?.textContent).toMatch(/−37[45]\.\d+ MCM \(7\.\d+%\)/)
    expect(within(second!).getByRole('img').getAttribute('aria-label')).toMatch(/锁定已过 (49|50)%/)
  })

  it('keeps an error in one section from the others, names the section, and draws it again on demand', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    useAppStore.setState(connected)
    showChain(chain([position({ ...locked(), amount: undefined as never })]))
    render(<McfPage />)
    expect(screen.getByText('我的定存：这部分出错了')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: '存入数量' })).toBeTruthy()
    expect(screen.getByRole('region', { name: '可领取' })).toBeTruthy()
    act(() => showChain(chain()))
    for (const again of screen.getAllByRole('button', { name: '重试' })) fireEvent.click(again)
    expect(screen.getByRole('region', { name: '我的定存' }).textContent).toContain('1,200.00 MCM')
    expect(logged).toHaveBeenCalled()
    logged.mockRestore()
  })

  it('shows before signing the cost of an early exit, the least returned amount, and the part that streams back to the account', async () => {
    useAppStore.setState(connected)
    showChain(chain())
    render(<McfPage />)
    fireEvent.click(screen.getByRole('button', { name: '提前取回…' }))
    const sheet = await screen.findByRole('dialog', { name: '提前取回' })
    expect(fact(sheet, '现在的费用')).toMatch(/^−37[45]\.\d{2,6} MCM$/)
    expect(fact(sheet, '到手，至少')).toMatch(/^4,62[45]\.\d+ MCM$/)
    expect(sheet.textContent).toContain('不归运营方')
    // 10 000 of the account's 12 000 of weight leave the pool. 10 000 stay, 2 000 of them the account's.
    expect(sheet.textContent).toMatch(/其中约 7[45]\.\d+ MCM（(19\.99|20\.00)%）/)
    fireEvent.change(within(sheet).getByLabelText('取回数量'), { target: { value: '6000' } })
    // The error is under the field and on the button, because an amount has been entered.
    expect(within(sheet).getAllByText('超过了仓位中的数量')).toHaveLength(2)
    // The cost's line stays, so that the parts below do not move.
    const cost = within(sheet).getByText('现在的费用').parentElement
    expect(cost?.lastElementChild?.textContent).toBe('\u00a0')
    // The amount that can be withdrawn is not the wallet's balance.
    expect(within(sheet).getByText(/^仓位中/).textContent).toBe('仓位中 5,000.00')
    expect(within(sheet).queryByText(/余额/)).toBeNull()
    fireEvent.change(within(sheet).getByLabelText('取回数量'), { target: { value: '1000' } })
    expect(fact(sheet, '仓位剩余')).toBe('4,000.00 MCM')
    fireEvent.click(within(sheet).getByRole('button', { name: /^提前取回，到手至少 92[45]\./ }))
    expect((await sent()?.prepare(ACCOUNT))?.call).toEqual({
      name: 'exitEarly',
      pool: 'mcf',
      position: 0n,
      amount: 1_000n * ONE,
      to: ACCOUNT,
    })
  })

  it('claims without touching the deposits, and prints no number while nothing has been read', async () => {
    useAppStore.setState(connected)
    const { unmount, container } = render(<McfPage />)
    expect(container.textContent).not.toMatch(/\d\.\d{2}/)
    expect(screen.getByRole('button', { name: '正在读取…' }).hasAttribute('disabled')).toBe(true)
    unmount()
    showChain(chain())
    render(<McfPage />)
    fireEvent.click(screen.getByRole('button', { name: '领取 7.00 MCM' }))
    expect((await sent()?.prepare(ACCOUNT))?.call).toEqual({ name: 'claim', pool: 'mcf', to: ACCOUNT })
  })

  it('puts the form for a deposit first if there is no deposit, and asks a visitor to start, in English too', async () => {
    showChain({ ...chain([]), accounts: {}, positions: {}, balances: {} })
    const { unmount } = render(<McfPage />)
    expect(screen.queryByRole('region', { name: '我的定存' })).toBeNull()
    expect(screen.getByRole('button', { name: '开始定存' })).toBeTruthy()
    unmount()
    await loadLanguage('en_US')
    useAppStore.setState({ ...connected, connection: 'wrongChain' })
    showChain(chain([]))
    render(<McfPage />)
    expect(screen.queryByRole('region', { name: 'My deposits' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Switch to BSC mainnet' })).toBeTruthy()
  })

  it('keeps a dash and a retry if the chain could not be read', () => {
    const failed = { status: 'failed', reason: 'no answer' } as const
    useAppStore.setState(connected)
    showChain({ ...chain(), pools: { mcf: failed }, accounts: { mcf: failed }, positions: { mcf: failed } })
    render(<McfPage />)
    const deposits = screen.getByRole('region', { name: '我的定存' })
    expect(within(deposits).getByRole('alert').textContent).toContain('仓位暂时读不到')
    expect(within(deposits).getByRole('button', { name: '重试' })).toBeTruthy()
    expect(screen.getByText('现在的奖励').nextElementSibling?.textContent).toBe('—')
  })
})
