import type { Page } from '@playwright/test'
import type { RankData, RankItem } from '@galx/protocol/http/rank'

/** Serves `count` places to /rank in two pages: the first `first` places, then all others at once instead of a thousand pages. */
export async function serveRanks(page: Page, count: number, first: number): Promise<void> {
  const item = (index: number): RankItem => ({
    rank: index + 1,
    address: `0x${(index + 1).toString(16).padStart(40, '0')}`,
    hashPower: `${count - index}${'0'.repeat(18)}`,
    members: index,
    node: null,
  })
  await page.route('**/api/getRank*', (route) => {
    const second = new URL(route.request().url()).searchParams.has('cursor')
    const [from, to] = second ? [first, count] : [0, first]
    const list = Array.from({ length: to - from }, (_, index) => item(from + index))
    const nextCursor = second ? null : 'second'
    const data: RankData = { list, total: count, nextCursor, me: null, asOf: { block: 1, at: 1 } }
    return route.fulfill({ json: { code: 200, message: 'OK', data } })
  })
}
