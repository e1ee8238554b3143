/**
 * Nodes refuse requests of a running indexer with the words of every client and provider in the table. No refusal costs data, halts indexing or
 * limits a node for good. A run has many nodes, each with its own words. Every range is requested from all nodes.
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CallRate } from '@galx/modelchain/limits'
import type { RefusalKind } from '@galx/protocol/nodeRefusals'
import { TABLE, type Row } from '../../../packages/protocol/test/nodeRefusals.table.ts'
import { blocksOf, type Call, type Post, type RefusingNode } from '../support/refusingNode.ts'
import { startSparseScene, type Indexing, type SparseScene } from '../support/sparseScene.ts'
import { waitFor } from '../support/wait.ts'
import { byNight, someOf } from '../support/nightly.ts'

/** Nodes of one indexer. */
const NODES = 19
/** Milliseconds that a range waits for a node. A node that takes longer rests. */
const LONGEST_WAIT = 2_000
/** The number of tries of a row: on a busy machine a node may answer too late, and a node without a pending request refuses nothing. */
const TRIES = 5
/** Ranges that are read at once: the awaited range, and two behind it. */
const RANGES = 3
/** POSTs at once for one range. */
const POSTS = 4

// Twenty nodes take a long time on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

let scene: SparseScene
const running: Indexing[] = []
beforeAll(async () => {
  scene = await startSparseScene(20_000, 40)
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((indexing) => indexing.stop()))
})
afterAll(() => scene?.stop())

async function index(urls: readonly string[]): Promise<Indexing> {
  const indexing = await scene.index(urls)
  running.push(indexing)
  return indexing
}

/** The rows of these kinds. Rows that depend on a public node's host name are left out, because the table's own test has them. */
function rowsOf(...kinds: RefusalKind[]): Row[] {
  return TABLE.filter(({ expected, asked }) => kinds.includes(expected.kind) && asked?.host === undefined)
}

/** By night (THOROUGH=1) all rows, by day a fifth: the table's own test has every row. */
function someRowsOf(...kinds: RefusalKind[]): Row[] {
  return someOf(rowsOf(...kinds), 5)
}

function waitsLong({ expected }: Row): boolean {
  return (expected.retryAfter ?? 0) > LONGEST_WAIT
}

function inGroups(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / NODES)
  return Array.from({ length: count }, (_, group) => rows.filter((_row, at) => at % count === group))
}

type Refuses = (calls: readonly Call[]) => boolean
type Told = { row: Row; node: RefusingNode }

function nodeOf(row: Row, isRefused: Refuses, blocks: number | null = null): Promise<RefusingNode> {
  return scene.refusing((calls) => (isRefused(calls) ? row.refusal : null), { blocks })
}

/** Refusals of requests for ranges, in their order. */
function refusals({ posts }: RefusingNode): Post[] {
  return posts.filter(({ isRefused, blocks }) => isRefused && blocks > 0)
}

function nameOf({ who, refusal }: Row): string {
  return `${who}: ${refusal.message}`
}

/** Lines of the log about a node. */
function linesAbout(indexing: Indexing, { url }: RefusingNode): string {
  const lines = indexing.output().split('\n')
  return lines.filter((line) => line.includes(`"node":"${url}"`)).join('\n')
}

/** Whether the indexer met a refusal of the node, and waited for each answer of the node. */
function wasMet(indexing: Indexing, node: RefusingNode): boolean {
  const lines = linesAbout(indexing, node)
  const wasLate = ['no answer in time', 'slower than the majority'].some((fault) => lines.includes(fault))
  return !wasLate && refusals(node).length > 0
}

/**
 * Starts indexers until the refusal of each row has occurred. Each node refuses with the words of one row.
 * @param blocks the greatest number of blocks of one eth_getLogs that the nodes accept; null: any number
 * @param check of a node's refusals and of the limits that the indexer has learnt
 */
async function meetAll(
  rows: readonly Row[],
  refuses: () => Refuses,
  check: (told: Told, indexing: Indexing) => Promise<void>,
  blocks: number | null = null,
): Promise<void> {
  expect(rows).not.toEqual([])
  let left = rows
  for (let tries = 1; left.length > 0; tries += 1) {
    expect(tries, `not met: ${left.map(nameOf).join(', ')}`).toBeLessThanOrEqual(TRIES)
    const told = await Promise.all(
      left.map(async (row) => ({ row, node: await nodeOf(row, refuses(), blocks) })),
    )
    const indexing = await index(told.map(({ node }) => node.url))
    await indexing.completes()
    const unmet: Row[] = []
    for (const one of told)
      if (wasMet(indexing, one.node)) await check(one, indexing)
      else unmet.push(one.row)
    left = unmet
    await indexing.stop()
  }
}

test.each(inGroups(someRowsOf('range', 'timeout')).map((rows, at) => [at + 1, rows] as const))(
  'nodes with a limit of 700 blocks are asked for fewer until they answer (group %i)',
  async (_, rows) => {
    const MOST = 700
    const check = async ({ row, node }: Told, indexing: Indexing) => {
      const name = nameOf(row)
      const refused = refusals(node).map(({ blocks }) => blocks)
      // Ranges that were requested together are refused together. The next range is smaller.
      for (const size of refused)
        expect(refused.filter((other) => other === size).length, name).toBeLessThanOrEqual(RANGES)
      expect(refused.length, name).toBeLessThanOrEqual(3 * RANGES)
      const { blocks } = await indexing.learnt(node.url)
      const { largestRange, suggested } = row.expected
      const named = largestRange ?? (suggested ? suggested.to - suggested.from + 1 : MOST)
      expect(blocks, name).toBeLessThanOrEqual(MOST)
      expect(blocks, name).toBeGreaterThanOrEqual(Math.min(named, MOST / 2))
      // No line names the node, so it had a vote on every range.
      expect(linesAbout(indexing, node), name).toBe('')
    }
    await meetAll(rows, () => (calls) => blocksOf(calls) > MOST, check)
  },
)

test('nodes with a limit of five calls in a POST get no more, until they answer', async () => {
  const MOST = 5
  const check = async ({ row, node }: Told, indexing: Indexing) => {
    const sizes = refusals(node).map(({ calls }) => calls)
    for (const size of sizes)
      expect(sizes.filter((other) => other === size).length, nameOf(row)).toBeLessThanOrEqual(RANGES * POSTS)
    expect(sizes.length, nameOf(row)).toBeLessThanOrEqual(3 * RANGES * POSTS)
    // After some answers the indexer tries twice as many calls.
    expect((await indexing.learnt(node.url)).calls, nameOf(row)).toBeLessThanOrEqual(2 * MOST)
    expect(linesAbout(indexing, node), nameOf(row)).toBe('')
  }
  await meetAll(someRowsOf('batch'), () => (calls) => calls.length > MOST, check, 500)
})

test('nodes with a limit of thirty calls a second are asked later and more slowly', async () => {
  const MOST = 30
  const RANGE = 500
  const refuses = (): Refuses => {
    const rate = new CallRate()
    // Every call counts. Only a request for a range is refused: after a refused header, no later request would be too fast.
    return (calls) => rate.take(calls.length, MOST, performance.now()) < calls.length && blocksOf(calls) > 0
  }
  const check = async ({ row, node }: Told, indexing: Indexing) => {
    const refused = refusals(node).length
    // The node refused the first POSTs of three ranges, and some attempts to go faster.
    expect(refused, nameOf(row)).toBeLessThanOrEqual(20)
    const { blocks, callsPerSecond } = await indexing.learnt(node.url)
    // The learnt range is still the node's own limit. Refusals because of the rate have not made it smaller.
    expect(blocks, nameOf(row)).toBe(RANGE)
    expect(callsPerSecond, nameOf(row)).not.toBeNull()
    expect(callsPerSecond!, nameOf(row)).toBeLessThanOrEqual(2 * MOST)
  }
  const rows = someOf(
    rowsOf('rate').filter((row) => !waitsLong(row)),
    5,
  )
  await meetAll(rows, refuses, check, RANGE)
})

/** Refuses the first requests for ranges, this many. */
function firstOnes(count: number): Refuses {
  let refused = 0
  return (calls) => blocksOf(calls) > 0 && refused++ < count
}

test.each(['behind', 'broken'] as const)(
  'nodes that are %s for a while have no smaller range afterwards, and confirm the ranges of others',
  async (kind) => {
    const check = async ({ row, node }: Told, indexing: Indexing) => {
      expect(refusals(node).length, nameOf(row)).toBe(2)
      // If several nodes are behind together, the log names one.
      if (kind === 'behind') expect(indexing.output()).toContain('"kind":"behind"')
      else expect(linesAbout(indexing, node), nameOf(row)).toContain('"kind":"refused"')
      const confirmed = async () => (await indexing.sql`select from galx.unconfirmed_ranges`).length === 0
      await waitFor('the confirmation', confirmed)
      expect((await indexing.learnt(node.url)).blocks, nameOf(row)).toBe(10_000)
    }
    await meetAll(someRowsOf(kind), () => firstOnes(2), check)
  },
)

const asksLogs: Refuses = (calls) => calls.some(({ method }) => method === 'eth_getLogs')
const LASTING = [
  ['plan', () => true, 'plan'],
  ['credentials', () => true, 'credentials'],
  ['method', asksLogs, 'method'],
  ['pruned', asksLogs, 'pruned'],
  ['state', asksLogs, 'pruned'],
] as const satisfies (readonly [RefusalKind, Refuses, string])[]

test.each(LASTING)(
  'nodes that refuse for good (%s) are each named with their words, and the node that answers is used',
  async (kind, isRefused, fault) => {
    const told = await Promise.all(
      someRowsOf(kind).map(async (row) => ({ row, node: await nodeOf(row, isRefused) })),
    )
    const [first, ...others] = told.map(({ node }) => node.url)
    const honest = await scene.node()
    const indexing = await index([first!, honest.url, ...others])
    await indexing.completes()
    for (const { row, node } of told) {
      const isNamed = () => linesAbout(indexing, node).includes(`"kind":"${fault}"`)
      await waitFor(nameOf(row), () => Promise.resolve(isNamed()))
      expect(refusals(node).length, nameOf(row)).toBeLessThanOrEqual(3)
    }
  },
)

test('a node that requires a longer wait than a range may take rests meanwhile', async () => {
  const rows = rowsOf('rate').filter(waitsLong)
  expect(rows.length).toBeGreaterThan(0)
  const told = await Promise.all(
    rows.map(async (row) => ({ row, node: await nodeOf(row, (calls) => blocksOf(calls) > 0) })),
  )
  const honest = await scene.node()
  const indexing = await index([...told.map(({ node }) => node.url), honest.url])
  await indexing.completes()
  for (const { row, node } of told) {
    expect(linesAbout(indexing, node), nameOf(row)).toContain('"kind":"limited"')
    expect(refusals(node).length, nameOf(row)).toBeLessThanOrEqual(RANGES)
  }
})

byNight(
  'the only node, after one refusal for good, is asked again after half a minute, and nothing halts',
  async () => {
    const alone = await Promise.all(
      (['plan', 'credentials', 'method', 'pruned'] as const).map(async (kind) => {
        const [row] = rowsOf(kind)
        const node = await nodeOf(row!, firstOnes(1))
        return { kind, node, indexing: await index([node.url]) }
      }),
    )
    await Promise.all(
      alone.map(async ({ kind, node, indexing }) => {
        await indexing.completes(90_000)
        expect(linesAbout(indexing, node)).toContain(`"kind":"${kind}"`)
        expect(refusals(node)).toHaveLength(1)
      }),
    )
  },
)
