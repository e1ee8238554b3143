/** The ranking: the boards show the server's answers, and a list of 100 000 rows costs no more to draw than a list of twenty. */
import type { RankData } from '@galx/protocol/http/rank'
import { formatUnitsDown } from '@galx/protocol/units'
import { get } from '../src/api.ts'
import { expect, test } from '../src/fixtures.ts'
import { serveRanks } from '../src/manyRanks.ts'
import { App } from '../src/screens/app.ts'
import { DemoWallet } from '../src/screens/demoWallet.ts'
import { RankScreen } from '../src/screens/rank.ts'

test('three boards show the server’s order, and the account’s own place shows the distance to the next place', async ({
  page,
  stack,
}) => {
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

/** The epoch's rows of the program `node`, from the public file. */
async function nodeRows(apiUrl: string, epoch: number) {
  const text = async (path: string) => (await fetch(`${apiUrl}/api/epochs/${epoch}/${path}`)).text()
  const header = await text('header')
  const parts = [...header.matchAll(/^part ([0-9a-f]{2}) /gm)].map(([, part]) => text(`parts/${part}`))
  return (await Promise.all(parts)).flatMap((part) =>
    [...part.matchAll(/^(0x[0-9a-f]{40}) node (\d+) (\d+) \d+$/gm)].map(([, address, points, bonus]) => ({
      address,
      points: BigInt(points!),
      bonus,
    })),
  )
}

test('the board of the last epoch matches the epoch’s public file', async ({ page, stack }) => {
  const board = () => get<RankData>(stack.apiUrl, '/api/getRank?type=epoch&limit=100')
  await expect.poll(async () => (await board()).total, { timeout: 60_000 }).toBeGreaterThan(3)
  const app = new App(page)
  const rank = new RankScreen(app)
  await app.open('/rank')
  const account = await new DemoWallet(app).connect()
  await rank.board('epoch').check({ force: true })
  await expect(rank.podium).toHaveCount(3)
  const { list, epoch, asOf } = await board()
  const rows = await nodeRows(stack.apiUrl, epoch!.epoch)
  const seconds = BigInt(epoch!.to - epoch!.from)
  const computed = rows.map(({ address, points, bonus }) => ({
    rank: 1 + rows.filter((other) => other.points > points).length,
    address,
    hashPower: (points / seconds).toString(),
    bonus,
  }))
  expect(
    new Set(
      list.map(({ rank: place, address, hashPower, bonus }) => `${place} ${address} ${hashPower} ${bonus}`),
    ),
  ).toEqual(new Set(computed.map((row) => `${row.rank} ${row.address} ${row.hashPower} ${row.bonus}`)))
  expect(asOf!.at).toBe(epoch!.to)
  await expect(page.getByText(`区块 ${asOf!.block.toLocaleString('en-US')}`)).toBeVisible()
  for (const [index, { node, bonus }] of list.slice(0, 3).entries()) {
    if (node !== null) await expect(rank.podium.nth(index)).toContainText(node.name)
    // The board shows two decimals.
    await expect(rank.podium.nth(index)).toContainText(
      `+${formatUnitsDown(BigInt(bonus!), 2, { fixed: true })}`,
    )
  }
  // The new account has no points in an epoch that ended before its creation.
  expect((await get<RankData>(stack.apiUrl, `/api/getRank?type=epoch&address=${account}`)).me).toMatchObject({
    rank: null,
    bonus: '0',
  })
  await expect(rank.mine).toContainText(rank.texts.noPoints)
})

test('of 100 000 rows only the visible rows are in the document, at any scroll position', async ({
  page,
}) => {
  const COUNT = 100_000
  const FIRST = 100
  await serveRanks(page, COUNT, FIRST)
  const app = new App(page)
  const rank = new RankScreen(app)
  await app.open('/rank')
  await new DemoWallet(app).reject('connect')
  await expect(rank.rows.first()).toBeVisible()
  await rank.scrollTo(FIRST * 60)
  await expect.poll(async () => (await rank.inDocument()).height).toBeGreaterThan(COUNT * 60)
  await rank.scrollTo(0)
  const { height, all } = await rank.inDocument()
  const row = height / (COUNT - 3)
  // The list has the height of all rows, and few elements.
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
  // The number of drawn rows does not grow with the distance scrolled.
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThan(200)
})
