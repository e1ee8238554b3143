/** Prices by period, on a real chain with the real indexer: they equal the prices computed from the logs, in any division into batches. */
import { decodeEventLog, parseAbi, type Address, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rpc } from '@galx/stack/chain/rpc'
import { PERIOD_LENGTHS } from '../../src/products/exchange/periods.ts'
import { MOST_POINTS, readPriceHistory } from '../../src/products/exchange/pricePeriods.ts'
import { wipeChain } from '../../src/indexer/engine/reindex.ts'
import { SOURCE_TABLES } from '../../src/indexer/sources.ts'
import { ETHER, swap } from '../support/chainWorld.ts'
import { startIndexerScene, type IndexerScene } from '../support/indexerScene.ts'
import { dumpTables } from '../support/tables.ts'
import { chance } from '../support/wait.ts'

const pairAbi = parseAbi([
  'event Sync(uint112 reserve0, uint112 reserve1)',
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
])

let scene: IndexerScene

beforeAll(async () => {
  scene = await startIndexerScene(3, { epochs: false })
})
afterAll(() => scene?.stop())

function pairOf(token: 'AAA' | 'MCM' | 'GALX') {
  return scene.world.deployment.pairs.find(({ base }) => base === token)!
}

/** Every price and every swap of a pair, straight from the node's logs. */
async function readLogs(token: 'AAA' | 'MCM' | 'GALX') {
  const { tokens } = scene.world.deployment
  const baseFirst = tokens[token].address < tokens.USDT.address
  const logs = await rpc<{ topics: [Hex, ...Hex[]]; data: Hex; blockNumber: Hex }[]>(
    scene.world.rpcUrl,
    'eth_getLogs',
    { address: pairOf(token).address, fromBlock: '0x0', toBlock: 'latest' },
  )
  const prices: { at: number; price: bigint }[] = []
  const swaps: { at: number; base: bigint; quote: bigint }[] = []
  for (const { topics, data, blockNumber } of logs) {
    const block = await rpc<{ timestamp: Hex }>(
      scene.world.rpcUrl,
      'eth_getBlockByNumber',
      blockNumber,
      false,
    )
    const at = Number(block.timestamp)
    let event
    try {
      event = decodeEventLog({ abi: pairAbi, topics, data })
    } catch {
      continue // Transfer and Mint
    }
    if (event.eventName === 'Sync') {
      const { reserve0, reserve1 } = event.args
      const [base, quote] = baseFirst ? [reserve0, reserve1] : [reserve1, reserve0]
      prices.push({ at, price: (quote * ETHER) / base })
    } else {
      const { amount0In, amount1In, amount0Out, amount1Out } = event.args
      const [one, other] = [amount0In + amount0Out, amount1In + amount1Out]
      swaps.push({ at, base: baseFirst ? one : other, quote: baseFirst ? other : one })
    }
  }
  return { prices, swaps }
}

test('the rows of every period equal the logs, and a reindex in other batches gives the same rows', async () => {
  const dice = chance(28)
  const { world, sql } = scene
  let indexer = scene.start()
  for (let round = 0; round < 12; round += 1) {
    for (let count = 0; count < 4; count += 1)
      await swap(
        world,
        dice.pick(world.people),
        dice.pick(['AAA', 'MCM', 'GALX'] as const),
        dice.below(2) === 0,
        BigInt(1 + dice.below(40)) * ETHER,
      )
    await rpc(world.rpcUrl, 'evm_increaseTime', [30, 400, 5_000, 90_000][round % 4]!)
    await world.mine()
  }
  await scene.indexed()
  for (const token of ['AAA', 'MCM', 'GALX'] as const) {
    const { prices, swaps } = await readLogs(token)
    expect(swaps.length).toBeGreaterThan(5)
    for (const seconds of PERIOD_LENGTHS) {
      const starts = [...new Set(prices.map(({ at }) => at - (at % seconds)))].sort(
        (one, other) => one - other,
      )
      const rows = await sql`
        select starts, opened, high, low, closed, closed_at, base_volume, quote_volume, swaps
        from galx.price_periods where pair = ${pairOf(token).address}::bytea and seconds = ${seconds} order by 1`
      expect(rows.map((row) => row)).toEqual(
        starts.map((start) => {
          const within = prices.filter(({ at }) => at >= start && at < start + seconds)
          const traded = swaps.filter(({ at }) => at >= start && at < start + seconds)
          const sorted = within.map(({ price }) => price).sort((one, other) => (one < other ? -1 : 1))
          return {
            starts: start,
            opened: within[0]!.price,
            high: sorted.at(-1),
            low: sorted[0],
            closed: within.at(-1)!.price,
            closed_at: within.at(-1)!.at,
            base_volume: traded.reduce((sum, { base }) => sum + base, 0n),
            quote_volume: traded.reduce((sum, { quote }) => sum + quote, 0n),
            swaps: traded.length,
          }
        }),
      )
    }
  }
  const before = (await dumpTables(sql)).pricePeriods
  await indexer.kill()
  await wipeChain(scene.database.url, SOURCE_TABLES)
  indexer = scene.start()
  await scene.indexed()
  expect((await dumpTables(sql)).pricePeriods).toEqual(before)
  await indexer.kill()
})

test('a range begins with the price before it, sums its own swaps, and has few points however long it is', async () => {
  const { sql } = scene
  const { prices, swaps } = await readLogs('AAA')
  const { address } = pairOf('AAA')
  const now = prices.at(-1)!.at + 5
  for (const [range, length, period] of [
    ['hour', 3_600, 60],
    ['day', 86_400, 900],
    ['week', 604_800, 7_200],
    ['month', 2_592_000, 21_600],
  ] as const) {
    const history = await readPriceHistory(sql, address, range, now)
    const from = now - length - ((now - length) % period)
    expect(history).toMatchObject({ from, periodSeconds: period })
    expect(history.before).toBe(prices.filter(({ at }) => at < from).at(-1)?.price ?? null)
    expect(history.points.at(-1)).toEqual({ at: prices.at(-1)!.at, price: prices.at(-1)!.price })
    const seen = prices.filter(({ at }) => at >= from).map(({ price }) => price)
    if (history.before !== null) seen.push(history.before)
    expect(seen.every((price) => price <= history.high! && price >= history.low!)).toBe(true)
    expect(seen).toContain(history.high)
    expect(seen).toContain(history.low)
    const within = swaps.filter(({ at }) => at >= from)
    expect(history.swaps).toBe(within.length)
    expect(history.quoteVolume).toBe(within.reduce((sum, { quote }) => sum + quote, 0n))
  }
  const all = await readPriceHistory(sql, address, 'all', now)
  expect(all.swaps).toBe(swaps.length)
  expect(all.points.length).toBeLessThanOrEqual(MOST_POINTS)
  expect(await readPriceHistory(sql, `0x${'9'.repeat(40)}`, 'all', now)).toMatchObject({
    points: [],
    before: null,
    high: null,
    swaps: 0,
  })
})

test('ten years with a change each minute give a few hundred points in every range', async () => {
  const pair: Address = `0x${'8'.repeat(40)}`
  const { sql } = scene
  const now = 2_100_000_000
  for (const seconds of PERIOD_LENGTHS)
    await sql`
      insert into galx.price_periods
        (pair, seconds, starts, opened, high, low, closed, closed_at, base_volume, quote_volume, swaps)
      select ${pair}::bytea, ${seconds}, starts, 5, 9, 3, 7, starts, 2, 1, 1
      from generate_series(
        ${Math.max(now - 315_360_000, now - seconds * 20_000)}::bigint / ${seconds} * ${seconds}, ${now}, ${seconds}) starts`
  for (const range of ['hour', 'day', 'week', 'month', 'all'] as const) {
    const { points } = await readPriceHistory(sql, pair, range, now)
    expect(points.length, range).toBeGreaterThan(50)
    expect(points.length, range).toBeLessThanOrEqual(MOST_POINTS)
  }
})
