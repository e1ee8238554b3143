/** The ranking: what the boards show is what the server says, and a list of 100 000 stays as light as one of twenty. */
import type { RankData } from '@galx/protocol/http/rank'
import { get } from '../src/api.ts'
import { expect, test } from '../src/fixtures.ts'
import { serveRanks } from '../src/manyRanks.ts'
import { App } from '../src/screens/app.ts'
import { DemoWallet } from '../src/screens/demoWallet.ts'
import { RankScreen } from '../src/screens/rank.ts'

test('three boards show the server’s order, and the own place what is missing', async ({ page, stack }) => {
  // A stack that has just started makes its first ranks within a minute.
  const total = async () => (await get<RankData>(stack.apiUrl, '/api/getRank?type=node&limit=1')).total
  await expect.poll(total, { timeout: 60_000 }).toBeGreaterThan(3)
  const app = new App(page)
  const rank = new RankScreen(app)
  await app.open('/rank')
  const account = await new DemoWallet(app).connect()
  for (const board of ['node', 'community', 'staker'] as const) {
    await rank.board(board).check({ force: true })
    const { list, me } = await get<RankData>(
      stack.apiUrl,
      `/api/getRank?type=${board}&limit=10&address=${account}`,
    )
    expect(list.map(({ rank: place }) => place)).toEqual(
      list.map(({ rank: place }) => place).toSorted((one, other) => one - other),
    )
    await expect(rank.podium).toHaveCount(3)
    for (const [index, { rank: place, node }] of list.slice(0, 3).entries()) {
      await expect(rank.podium.nth(index)).toContainText(rank.texts.rank(String(place)))
      if (node !== null) await expect(rank.podium.nth(index)).toContainText(node.name)
    }
    await expect(rank.rows.first()).toContainText(
      rank.texts.members(list[3]!.members.toLocaleString('en-US')),
    )
    // A new account has neither pass, team nor stake.
    expect(me).toMatchObject({ rank: null })
    await expect(rank.mine).toContainText(rank.texts.noPlace)
    await expect(rank.mine).toBeInViewport()
  }
})

test('of 100 000 rows only those in view are in the document, wherever one scrolls', async ({ page }) => {
  const COUNT = 100_000
  const FIRST = 100
  await serveRanks(page, COUNT, FIRST)
  const app = new App(page)
  const rank = new RankScreen(app)
  await app.open('/rank')
  await new DemoWallet(app).reject('connect')
  await expect(rank.rows.first()).toBeVisible({ timeout: 30_000 })
  await rank.scrollTo(FIRST * 60)
  await expect
    .poll(async () => (await rank.inDocument()).height, { timeout: 30_000 })
    .toBeGreaterThan(COUNT * 60)
  await rank.scrollTo(0)
  const { height, all } = await rank.inDocument()
  const row = height / (COUNT - 3)
  // As high as all rows are, and made of a few.
  expect(row).toBeGreaterThan(60)
  expect(all.length).toBeLessThan(40)

  const counts: number[] = []
  for (const share of [0.1, 0.1001, 0.5, 0.9, 0.999]) {
    await rank.scrollTo(share * height)
    const now = await rank.inDocument()
    // Rows follow each other without a gap, and no part of the window is empty.
    expect(now.all).toEqual(now.all.map((_, index) => now.all[0]! + index))
    expect(now.seen.length).toBeGreaterThan(5)
    expect(Math.abs(now.seen[0]! - share * COUNT)).toBeLessThan(40)
    expect(now.all.length).toBeLessThan(40)
    counts.push(now.elements)
    await expect(rank.mine).toBeInViewport()
  }
  // What is drawn does not grow with how far one has come.
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThan(200)
})
