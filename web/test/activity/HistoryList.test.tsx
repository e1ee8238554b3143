import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import HistoryList from '../../src/activity/HistoryList.tsx'
import { productLog, type HistoryItem } from '../../src/activity/source.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { InView } from '../inView.ts'
import { ACCOUNT, ONE, termConfig } from '../staking/fixtures.ts'

function item(change: Partial<HistoryItem> = {}): HistoryItem {
  return {
    id: '1',
    product: 'mcf',
    subject: null,
    kind: 'stake',
    pool: 'mcf',
    position: '0',
    token: 'MCM',
    amount: (500n * ONE).toString(),
    pairToken: null,
    pairAmount: null,
    penalty: null,
    rewardToken: null,
    reward: null,
    status: 'confirmed',
    reason: null,
    txHash: `0x${'1'.repeat(64)}`,
    blockNumber: 5,
    at: 1_800_000_000,
    tier: 3,
    unlockAt: 1_800_000_000 + 360 * 86_400,
    ...change,
  }
}
function page(list: HistoryItem[], total = list.length) {
  return { list, total, nextCursor: null }
}
function source(read: () => Promise<ReturnType<typeof page>>) {
  return { key: 'test', read }
}
const signedIn = { address: ACCOUNT, connection: 'connected', userToken: 'token' } as const

beforeEach(() => useConfigStore.setState({ state: { status: 'ready', config: termConfig } }))
afterEach(() => {
  cleanup()
  useAppStore.setState(initialAppState(), true)
  vi.unstubAllGlobals()
})

describe('the history list', () => {
  it('shows an early exit with its cost, a pending stake, a failed one, a claim and a level, each in its own way', async () => {
    useAppStore.setState(signedIn)
    const list = [
      item({ id: '4', status: 'pending', blockNumber: null, tier: null, unlockAt: null }),
      item({ id: '3', kind: 'claim', amount: ONE.toString(), tier: null, unlockAt: null }),
      item({ id: '2', kind: 'unstake', penalty: (39n * ONE).toString() }),
      item({ id: '1' }),
      item({ id: '0', status: 'failed', reason: 'StakingPools_AmountTooSmall' }),
      item({ id: 'v', status: 'failed', reason: 'StakingPools_PositionLocked' }),
      item({ id: 'u', status: 'failed', reason: 'reverted' }),
      item({ id: 'l', kind: 'level', pool: null, subject: '4', tier: null, unlockAt: null }),
    ]
    render(<HistoryList source={source(async () => page(list))} />)
    await screen.findByText('共 8 条')
    // The words of each failure load on demand.
    for (const words of [/数量太小/, /PositionLocked/, /合约拒绝了这笔交易$/])
      await screen.findByText(words, {}, { timeout: 20_000 })
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(rows[0]).toMatch(/质押处理中/)
    expect(rows[1]).toMatch(/领取.*\+1\.00 MCM/)
    expect(rows[2]).toMatch(/提前取回.*费用 39\.00 MCM/)
    expect(rows[3]).toMatch(/质押2028-01-10 到期/)
    expect(rows[4]).toMatch(/失败.*数量太小，无法计入算力500/)
    // Without the error's values there is no whole sentence.
    expect(rows[5]).toMatch(/失败.*合约拒绝了这笔交易：StakingPools_PositionLocked500/)
    expect(rows[6]).toMatch(/失败.*合约拒绝了这笔交易500/)
    expect(rows[7]).toMatch(/^升到 4 级/)
  })

  it('asks to connect, then to sign in, and reads nothing before', () => {
    const read = vi.fn(async () => page([]))
    const { rerender } = render(<HistoryList source={source(read)} />)
    expect(screen.getByRole('button', { name: '连接钱包查看' })).toBeTruthy()
    useAppStore.setState({ address: ACCOUNT, connection: 'connected' })
    rerender(<HistoryList source={source(read)} />)
    expect(screen.getByRole('button', { name: '签名登录' })).toBeTruthy()
    expect(read).not.toHaveBeenCalled()
  })

  it('says that the list is empty, or that the server cannot be reached with a retry button', async () => {
    useAppStore.setState(signedIn)
    const { unmount } = render(<HistoryList source={source(async () => page([]))} />)
    expect(await screen.findByText('还没有记录')).toBeTruthy()
    unmount()
    const down = () => Promise.reject(new Error('no server'))
    render(<HistoryList source={source(down)} />)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('不受影响')
    expect(within(alert).getByRole('button', { name: '重试' })).toBeTruthy()
  })

  it('requests a failing page once by itself, reports the failure, and requests the page again on demand', async () => {
    useAppStore.setState(signedIn)
    vi.stubGlobal('IntersectionObserver', InView)
    let asked = 0
    let up = false
    const read = async ({ cursor }: { cursor?: string | undefined }) => {
      if (cursor === undefined) return { list: [item()], total: 2, nextCursor: 'next' }
      asked += 1
      if (!up) throw new Error('refused')
      return { list: [item({ id: '0', kind: 'claim' as const })], total: 2, nextCursor: null }
    }
    render(<HistoryList source={{ key: 'test', read }} endless />)
    const retry = await screen.findByRole('button', { name: '重试' })
    expect(screen.getByText('服务器暂时连不上')).toBeTruthy()
    expect(asked).toBe(1)
    up = true
    fireEvent.click(retry)
    expect(await screen.findByText('领取')).toBeTruthy()
    expect(asked).toBe(2)
    expect(screen.queryByText('服务器暂时连不上')).toBeNull()
  })

  it('shows only the newest rows in its short form, with a link to all', async () => {
    useAppStore.setState(signedIn)
    const list = [3, 2, 1, 0].map((id) => item({ id: String(id) }))
    const short = { rows: 2, more: '/mcfRecord' }
    render(<HistoryList source={source(async () => page(list))} short={short} />)
    expect(await screen.findAllByText('质押')).toHaveLength(2)
    expect(screen.getByRole('link', { name: '全部记录' }).getAttribute('href')).toBe('#/mcfRecord')
  })

  it('reads a product’s own log call from the server that the registry names', async () => {
    const sent: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      sent.push(url)
      return Response.json({ code: 200, message: 'ok', data: page([]) })
    })
    await productLog('mcf').read({ limit: 10 })
    expect(sent).toEqual(['/api/getMcfStakeLog?limit=10'])
  })
})
