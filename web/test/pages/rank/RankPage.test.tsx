import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { RankData, RankItem, RankOfAccount } from '@galx/protocol/http/rank'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useConfigStore } from '../../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../../src/core/state/appStore.ts'
import { loadLanguage } from '../../../src/i18n/texts.ts'
import { shareOfTop, standingOf } from '../../../src/pages/rank/model.ts'
import RankPage from '../../../src/pages/rank/rank.page.tsx'
import { minuteText } from '../../../src/staking/format.ts'
import { ACCOUNT, config, ONE } from '../../staking/fixtures.ts'

function item(rank: number, change: Partial<RankItem> = {}): RankItem {
  return {
    rank,
    address: `0x${String(rank).padStart(40, '0')}`,
    hashPower: (BigInt(1_000 - rank) * ONE).toString(),
    members: rank,
    node: null,
    ...change,
  }
}
function own(change: Partial<RankOfAccount> = {}): RankOfAccount {
  return {
    address: ACCOUNT,
    hashPower: (900n * ONE).toString(),
    members: 23,
    node: null,
    rank: 18,
    next: { rank: 17, hashPower: (903n * ONE).toString() },
    ...change,
  }
}

/** Answers getRank from these rows; null: no server answers. @returns the requests */
function serve(rows: readonly RankItem[] | null, me: RankOfAccount | null = null) {
  const asked: URLSearchParams[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    if (rows === null) throw new TypeError('unreachable')
    const query = new URL(url, 'http://localhost').searchParams
    asked.push(query)
    const from = Number(query.get('cursor') ?? 0)
    const list = rows.slice(from, from + Number(query.get('limit')))
    const end = from + list.length
    const data: RankData = {
      list,
      total: rows.length,
      nextCursor: end < rows.length ? String(end) : null,
      me: query.get('address') === null ? null : me,
      asOf: { block: 4_916, at: 1 },
    }
    return Response.json({ code: 200, message: 'ok', data })
  })
  return asked
}

beforeEach(() => {
  useConfigStore.setState({ state: { status: 'ready', config } })
  useAppStore.setState({ address: ACCOUNT, connection: 'connected' })
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  useAppStore.setState(initialAppState(), true)
  vi.unstubAllGlobals()
  await loadLanguage('zh_CN')
})

function mine() {
  return screen.findByRole('region', { name: '我的名次' })
}

describe('/rank', () => {
  it('shows the first three on a podium, the others below, nodes by name and address', async () => {
    serve([
      item(1, { node: { id: '1', name: '天枢' } }),
      item(2),
      item(2),
      ...[4, 5, 6].map((rank) => item(rank)),
    ])
    render(<RankPage />)
    const podium = await screen.findByRole('list', { name: '前三名' })
    const places = within(podium).getAllByRole('listitem')
    expect(places.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^第 1 名1天枢999团队 1 人$/),
      expect.stringMatching(/^第 2 名2.*998/),
      expect.stringMatching(/^第 2 名2.*998/),
    ])
    const rows = within(screen.getByRole('list', { name: '排名' })).getAllByRole('listitem')
    expect(rows.map((row) => row.getAttribute('aria-posinset'))).toEqual(['4', '5', '6'])
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('6')
    expect(rows[0]?.textContent).toMatch(/第 4 名.*996\.00.*团队 4 人/)
    expect(await screen.findByText('区块 4,916')).toBeTruthy()
  })

  it('shows no invisible character of a name, and the address if the whole name is invisible', async () => {
    const named = (rank: number, name: string) => item(rank, { node: { id: String(rank), name } })
    serve([named(1, '\u3164'), item(2), item(3), named(4, 'Ve\u00adga\u200d'), named(5, '\u3164\u2003')])
    render(<RankPage />)
    const first = within(await screen.findByRole('list', { name: '前三名' })).getAllByRole('listitem')[0]
    expect(first?.textContent).toContain('0x0000')
    const rows = within(screen.getByRole('list', { name: '排名' })).getAllByRole('listitem')
    expect(within(rows[0]!).getByText('Vega').textContent).toBe('Vega')
    expect(rows[1]?.textContent).toMatch(/^第 5 名50x0000/)
  })

  it('pins the account’s own place with the distance to the next place', async () => {
    serve([item(1)], own())
    render(<RankPage />)
    expect(await within(await mine()).findByText('再 3.00 到第 17 名')).toBeTruthy()
    expect((await mine()).textContent).toMatch(/18名.*你.*900\.00.*团队 23 人/)
  })

  it.each([
    ['top', own({ rank: 1, next: null }), '暂列第一', null],
    ['without a pass', own({ rank: null }), '需持有生效的节点通行证', '#/mcm'],
    [
      'without power',
      own({ rank: null, hashPower: '0', node: { id: '3', name: '北斗' } }),
      '再 903.00 就能上榜',
      '#/community',
    ],
  ])('names the next step %s', async (_, me, text, link) => {
    serve([item(1)], me)
    render(<RankPage />)
    const section = await mine()
    expect(await within(section).findByText(text)).toBeTruthy()
    expect(within(section).queryByRole('link')?.getAttribute('href') ?? null).toBe(link)
  })

  it('requests another board and starts its list at the top', async () => {
    const asked = serve([item(1)], own())
    render(<RankPage />)
    await screen.findByRole('list', { name: '前三名' })
    fireEvent.click(screen.getByRole('radio', { name: '质押者' }))
    expect(await screen.findByText('按自己的算力，不算团队。')).toBeTruthy()
    expect(asked.some((query) => query.get('type') === 'staker' && query.get('address') === ACCOUNT)).toBe(
      true,
    )
  })

  it('requests the next page near the end of the loaded rows, and asks a visitor to connect', async () => {
    const asked = serve(Array.from({ length: 120 }, (_, index) => item(index + 1)))
    useAppStore.setState({ address: null, connection: 'idle' })
    render(<RankPage />)
    expect(await within(await mine()).findByRole('button', { name: '连接查看' })).toBeTruthy()
    // jsdom lays nothing out, so every row is in view.
    await vi.waitFor(() => expect(asked.some((query) => query.get('cursor') === '100')).toBe(true))
    const list = await screen.findByRole('list', { name: '排名' })
    await vi.waitFor(() =>
      expect(within(list).getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('120'),
    )
  })

  it('requests a failing page once, says so, and requests it again on demand', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => item(index + 1))
    serve(rows)
    const served = globalThis.fetch
    let refused = 0
    let up = false
    vi.stubGlobal('fetch', async (url: string) => {
      if (up || !url.includes('cursor=')) return served(url)
      refused += 1
      return new Response(null, { status: 429 })
    })
    render(<RankPage />)
    expect(await screen.findByText('后面的排名没有读到')).toBeTruthy()
    expect(refused).toBe(1)
    up = true
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('共 120 名')).toBeTruthy()
    expect(screen.queryByText('后面的排名没有读到')).toBeNull()
    expect(refused).toBe(1)
  })

  it('says that nobody is ranked, and that no server answers', async () => {
    serve([])
    const view = render(<RankPage />)
    expect(await screen.findByText('还没有节点上榜')).toBeTruthy()
    view.unmount()
    serve(null)
    await loadLanguage('en_US')
    render(<RankPage />)
    expect(await screen.findByText('No ranking now')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('the board of the last epoch', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      item(index + 1, { bonus: (BigInt(count - index) * ONE).toString() }),
    )
  const place = (change: Partial<RankOfAccount> = {}) => own({ bonus: (5n * ONE).toString(), ...change })

  /** Answers every other board with nothing, and this board with the present `answer`. @returns the requests for this board */
  function serveEpoch(answer: { rows: readonly RankItem[]; epoch: number | null; me?: RankOfAccount }) {
    const asked: (string | null)[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      const query = new URL(url, 'http://localhost').searchParams
      const ofEpoch = query.get('type') === 'epoch'
      const from = Number(query.get('cursor')?.split(':')[1] ?? 0)
      if (query.has('cursor') && query.get('cursor') !== `${answer.epoch}:${from}`)
        return Response.json({ code: 1001, message: 'cursor', data: { field: 'cursor' } }, { status: 400 })
      if (ofEpoch && query.get('limit') !== '1') asked.push(query.get('cursor'))
      const all = ofEpoch ? answer.rows : []
      const list = all.slice(from, from + Number(query.get('limit')))
      const end = from + list.length
      const { epoch } = answer
      const data: RankData = {
        list,
        total: all.length,
        nextCursor: end < all.length ? `${epoch}:${end}` : null,
        me: ofEpoch && epoch !== null && query.has('address') ? (answer.me ?? null) : null,
        asOf: epoch === null ? null : { block: 4_916, at: (epoch + 1) * 60 },
        ...(ofEpoch && { epoch: epoch === null ? null : { epoch, from: epoch * 60, to: (epoch + 1) * 60 } }),
      }
      return Response.json({ code: 200, message: 'ok', data })
    })
    return asked
  }
  function draw() {
    const view = render(<RankPage />)
    fireEvent.click(screen.getByRole('radio', { name: '上期' }))
    return view
  }

  it('names its epoch, and shows averages with their bonuses', async () => {
    serveEpoch({ rows: rows(5), epoch: 12_345, me: place() })
    draw()
    const end = minuteText(12_346 * 60).slice('2027-'.length)
    expect(await screen.findByText(`第 12,345 期 · ${end} 结束`)).toBeTruthy()
    expect(screen.getByText('区块 4,916')).toBeTruthy()
    const podium = within(await screen.findByRole('list', { name: '前三名' })).getAllByRole('listitem')
    expect(podium[0]!.textContent).toMatch(/999本期节点奖金\+5\.00 GALX$/)
    const listed = within(screen.getByRole('list', { name: '排名' })).getAllByRole('listitem')
    expect(listed[0]!.textContent).toMatch(/第 4 名.*996\.00本期节点奖金\+2\.00 GALX$/)
    expect((await mine()).textContent).toMatch(/18名.*比第 17 名少 3\.00900\.00本期节点奖金\+5\.00 GALX$/)
  })

  it.each([
    ['the first', place({ rank: 1, next: null }), '这一期的第一名', null],
    ['without a pass', place({ rank: null, hashPower: '0', bonus: '0' }), '这一期没有为你计入算力', '#/mcm'],
    [
      'with a pass and no account below',
      place({ rank: null, hashPower: '0', bonus: '0', node: { id: '3', name: '北斗' } }),
      '这一期没有为你计入算力',
      '#/community',
    ],
  ])('shows an account’s place %s, and the next step for the next epoch', async (_, me, text, link) => {
    serveEpoch({ rows: rows(1), epoch: 7, me })
    draw()
    const section = await mine()
    expect(await within(section).findByText(text)).toBeTruthy()
    expect(within(section).queryByRole('link')?.getAttribute('href') ?? null).toBe(link)
  })

  it('says that no epoch is closed yet and shows no own place', async () => {
    serveEpoch({ rows: [], epoch: null })
    draw()
    expect(await screen.findByText('上期榜还没有生成')).toBeTruthy()
    await vi.waitFor(() => expect(screen.queryByRole('region', { name: '我的名次' })).toBeNull())
  })

  it('says that no power counted in an epoch without points', async () => {
    serveEpoch({ rows: [], epoch: 7, me: place({ rank: null, hashPower: '0', bonus: '0', next: null }) })
    draw()
    expect(await screen.findByText('这一期没有节点计入算力')).toBeTruthy()
    expect(await screen.findByText(/^第 7 期/)).toBeTruthy()
  })

  it('restarts a list of several pages once the next epoch is closed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const answer = { rows: rows(120), epoch: 7, me: place() }
    const asked = serveEpoch(answer)
    draw()
    // jsdom lays nothing out, so every row is in view.
    await vi.waitFor(() => expect(asked).toEqual([null, '7:100']))
    Object.assign(answer, { rows: rows(110), epoch: 8 })
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    await vi.waitFor(() => expect(asked.slice(-2)).toEqual([null, '8:100']))
    expect(await screen.findByText('共 110 名')).toBeTruthy()
    expect(screen.getByText(/^第 8 期/)).toBeTruthy()
  })
})

describe('the model of ranks', () => {
  it('distinguishes a missing pass from missing power', () => {
    expect(standingOf('node', own({ rank: null }))).toEqual({ kind: 'noPass' })
    expect(standingOf('community', own({ rank: null, hashPower: '0', next: null }))).toEqual({
      kind: 'noPower',
      missing: null,
    })
  })
  it('draws each bar as a share of the highest', () => {
    expect(shareOfTop('25', '100')).toBe(0.25)
    expect(shareOfTop('0', '0')).toBe(0)
  })
})
