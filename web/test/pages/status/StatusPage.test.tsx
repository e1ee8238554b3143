import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { PROGRAM_KEYS } from '@galx/protocol/products'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { initialChainState, setReading, useChainStore } from '../../../src/core/chain/chainStore.ts'
import { poolState } from '../../../src/core/chain/reads.ts'
import { setRefresh } from '../../../src/core/chain/refresh.ts'
import { vaultState } from '../../../src/core/chain/vaultReads.ts'
import { useConfigStore } from '../../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../../src/core/state/appStore.ts'
import { loadLanguage } from '../../../src/i18n/texts.ts'
import { epochAt, verdictOf } from '../../../src/pages/status/model.ts'
import StatusPage from '../../../src/pages/status/hidden1.page.tsx'
import { finalBlock, vouchers } from '../../../src/pages/status/reads.ts'
import { config, ONE, poolSnapshot, read } from '../../staking/fixtures.ts'

const DAY = 86_400
function now() {
  return Math.floor(Date.now() / 1_000)
}

/** Shows a chain where every budget lasts sixty days, except the budget of the program with the index `short`. */
function showChain(short = -1) {
  useChainStore.setState({
    head: { number: 4_918n, timestamp: now(), readAt: performance.now() },
    connection: 'up',
    readings: {},
  })
  const rewardEnd = now() + 60 * DAY + 60
  setReading(finalBlock, read({ number: 4_916n, timestamp: now() - 1 }))
  for (const key of ['galx', 'galxMcm'] as const)
    setReading(poolState(key), read(poolSnapshot({ rewardRate: ONE / 86_400n, rewardEnd })))
  setReading(
    vaultState,
    read({
      assets: ONE,
      shares: ONE,
      rewardRate: 1n,
      rewardEnd,
      at: now(),
      unvested: 7n * ONE,
      depositsPausedUntil: 0,
      vestingDuration: 90 * DAY,
    }),
  )
  setReading(
    vouchers,
    read({
      epochDuration: DAY,
      programs: PROGRAM_KEYS.map((key, index) => ({
        id: config.programs[key]!,
        token: config.tokens.USDT.address,
        left: index === short ? 3n * ONE : 9n * ONE,
        until: now() + (index === short ? 5 : 60) * DAY + 60,
      })).reverse(),
    }),
  )
}

type Answers = { ready?: string; halted?: boolean; silentNode?: boolean; late?: boolean }

/** Both servers; null: neither answers. */
function serve(answers: Answers | null) {
  vi.stubGlobal('fetch', async (url: string) => {
    if (answers === null) throw new TypeError('unreachable')
    const status = answers.ready ?? 'ready'
    if (url.endsWith('/health/ready')) return Response.json({ code: 200, message: status, data: { status } })
    const at = { block: 4_916, at: now() - 1 }
    const silent = { host: 'two.example', head: null, finalised: null, milliseconds: null }
    const data = {
      at: now(),
      nodes: [
        { host: 'one.example:8545', head: 4_918, finalised: 4_916, milliseconds: 12 },
        ...(answers.silentNode ? [silent] : []),
      ],
      indexer: {
        indexed: at,
        totals: at,
        ranks: at,
        halted: answers.halted ? { since: 1, block: 4_000 } : null,
      },
      bonuses: {
        settled: { epoch: 20_000, until: 20_001 * DAY },
        late: answers.late ? { since: 20_002 * DAY, reason: 'disagreement' } : null,
      },
    }
    return Response.json({ code: 200, message: 'ok', data })
  })
}

beforeEach(() => {
  useConfigStore.setState({ state: { status: 'ready', config } })
})
afterEach(() => {
  cleanup()
  useChainStore.setState(initialChainState, true)
  useAppStore.setState(initialAppState(), true)
  vi.unstubAllGlobals()
})

function section(name: string) {
  return screen.getByRole('region', { name })
}

describe('/hidden1', () => {
  it('says that all is well once everything was checked, with every figure', async () => {
    serve({})
    showChain()
    render(<StatusPage />)
    expect(screen.getByText('正在查询…')).toBeTruthy()
    expect(await screen.findByText('一切正常')).toBeTruthy()
    expect(screen.getByText('4,918')).toBeTruthy()
    expect(screen.getAllByText('落后 2 块')).toHaveLength(2)
    expect(section('服务').textContent).toMatch(/主 API正常 · \d+ ms/)
    expect(section('服务').textContent).toContain('one.example:854512 ms')
    const epoch = epochAt(DAY, now())
    expect(section('期').textContent).toContain(`第 ${epoch.number.toLocaleString('en-US')} 期`)
    const budgets = section('奖励预算还够')
    expect(within(budgets).getAllByText('60 天')).toHaveLength(3 + PROGRAM_KEYS.length)
    expect(budgets.textContent).toContain('推广奖金')
    expect(section('期').textContent).toContain('奖金已签署至第 20,000 期')
    expect(section('期').textContent).not.toContain('延迟')
  })

  it('shows the start and the reason of late bonuses', async () => {
    serve({ late: true })
    showChain()
    render(<StatusPage />)
    expect(await screen.findByText(/奖金自 .+ 起延迟。 两套独立计算与链上记录不一致/)).toBeTruthy()
    expect(screen.queryByText('一切正常')).toBeNull()
  })

  it('names a budget that ends soon, a node that does not answer and late servers', async () => {
    serve({ ready: 'degraded', silentNode: true })
    showChain(1)
    render(<StatusPage />)
    expect(await screen.findByText('4 处需要留意')).toBeTruthy()
    expect(screen.getByText(/^BTC 社区奖金：预算快要用完/)).toBeTruthy()
    expect(section('服务').textContent).toMatch(/two\.example连不上/)
    expect(section('服务').textContent).toContain('数据迟到')
  })

  it('names several budgets that end soon, in English too', async () => {
    serve({})
    showChain(1)
    const rewardEnd = now() + 5 * DAY
    setReading(poolState('galx'), read(poolSnapshot({ rewardRate: ONE / 86_400n, rewardEnd })))
    const view = render(<StatusPage />)
    expect(await screen.findByText('GALX、BTC 社区奖金：预算快要用完')).toBeTruthy()
    view.unmount()
    await loadLanguage('en_US')
    render(<StatusPage />)
    expect(await screen.findByText('GALX, BTC community bonus: the budget ends soon')).toBeTruthy()
    await loadLanguage('zh_CN')
  })

  it('says so when indexing has halted', async () => {
    serve({ halted: true })
    showChain()
    render(<StatusPage />)
    expect(await screen.findByText('1 处有故障')).toBeTruthy()
    expect(screen.getByText(/^索引停在区块 4,000/)).toBeTruthy()
  })

  it('names the parts that cannot be reached, and keeps the others working', async () => {
    serve(null)
    showChain()
    const view = render(<StatusPage />)
    expect(await screen.findByText('3 处有故障')).toBeTruthy()
    expect(section('服务').textContent).toContain('主 API 连不上，节点状态读不到')
    expect(screen.getByText('读不到')).toBeTruthy()
    expect(within(section('奖励预算还够')).getAllByText('60 天').length).toBeGreaterThan(5)
    view.unmount()

    serve({})
    act(() => useChainStore.setState({ head: null, connection: 'down', readings: {} }))
    for (const one of [finalBlock, vouchers, vaultState, poolState('galx'), poolState('galxMcm')])
      setReading<unknown>(one, { status: 'failed', reason: 'no node' })
    render(<StatusPage />)
    expect(await screen.findByText(/处有故障$/)).toBeTruthy()
    expect(screen.getByText('链暂时连不上，读不到当前的期')).toBeTruthy()
    const budgets = section('奖励预算还够')
    expect(budgets.textContent).not.toMatch(/\d 天/)
    expect(within(budgets).getByRole('alert').textContent).toContain('链暂时连不上，读不到奖金计划')
    const refresh = vi.fn(() => Promise.resolve())
    setRefresh(refresh)
    fireEvent.click(within(budgets).getByRole('button', { name: '重试' }))
    expect(refresh).toHaveBeenCalledOnce()
    setRefresh(null)
    expect(await within(section('服务')).findByText(/one\.example/)).toBeTruthy()
  })
})

describe('the verdict', () => {
  it('is the worst of all results, and never good while something is unknown', () => {
    expect(verdictOf(['good', 'unknown'])).toEqual({ check: 'unknown', count: 1 })
    expect(verdictOf(['good', 'attention', 'unknown', 'attention'])).toEqual({ check: 'attention', count: 2 })
    expect(verdictOf(['bad', 'attention'])).toEqual({ check: 'bad', count: 1 })
    expect(verdictOf(['good'])).toEqual({ check: 'good', count: 1 })
  })
})
