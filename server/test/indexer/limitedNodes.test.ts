/** Nodes of the model chain with various limits: calls per second, separate back ends, late finality, logs that are kept for a short time. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startFaultyNode } from '../support/faultyNode.ts'
import { blocksOf } from '../support/refusingNode.ts'
import { startSparseScene, type Indexing, type SparseScene } from '../support/sparseScene.ts'
import { waitFor } from '../support/wait.ts'
import { byNight, NIGHTLY, someOf } from '../support/nightly.ts'

const BLOCKS = 20_000

vi.setConfig({ testTimeout: 240_000 })

let scene: SparseScene
const running: Indexing[] = []
beforeAll(async () => {
  scene = await startSparseScene(BLOCKS, 40)
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((indexing) => indexing.stop()))
})
afterAll(() => scene?.stop())

async function index(...parameters: Parameters<SparseScene['index']>): Promise<Indexing> {
  const indexing = await scene.index(...parameters)
  running.push(indexing)
  return indexing
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0)
}

/** Waits until the probe at the indexer's start has ended, so that its requests are not counted. */
async function examined(indexing: Indexing): Promise<void> {
  await indexing.saw('examines the node', (output) => output.includes('"a node serves"'))
}

/** Limits in calls per second. By day only one of the three is tested. */
const RATES = NIGHTLY ? [50, 200, 500] : [50]

test.each(RATES)('a node with %i calls a second: the chain is read within the limit', async (rate) => {
  // The whole chain needs two calls for each range, as many as the node takes in about two seconds.
  const node = await scene.node({
    blocks: Math.ceil((2 * BLOCKS) / (2 * rate)),
    callsPerSecond: rate,
    rateWording: '-32005',
  })
  const indexing = await index([node.url])
  await indexing.completes()
  const refused = sum(node.counts().refused)
  const { callsPerSecond } = await indexing.learnt(node.url)
  // At the limit all calls under way are refused together.
  expect(refused).toBeLessThan(node.calls() / 2)
  // A busy machine may send requests more slowly than the nodes answer.
  if (callsPerSecond === null) expect(refused === 0 || rate > 50).toBe(true)
  else expect(callsPerSecond).toBeLessThan(2 * rate)
  node.resetCounts()
  await indexing.beginAgain()
  await indexing.completes()
  expect(sum(node.counts().refused)).toBeLessThan(node.calls() / 2)
  if (rate === 50 && refused > 0) expect((await indexing.learnt(node.url)).callsPerSecond).not.toBeNull()
})

test.each([
  ['five logs', { results: 5 }],
  ['20 kB of logs', { bytes: 20_000 }],
])('a node that answers with at most %s: the chain is read completely', async (_, limits) => {
  const node = await scene.node(limits)
  const indexing = await index([node.url])
  await indexing.completes()
  expect(sum(node.counts().refused)).toBeGreaterThan(0)
})

test('a node that takes 300 ms for each answer: the chain is read completely', async () => {
  const indexing = await index([(await scene.node({ latency: 300 })).url])
  await indexing.completes()
})

test('faults of every kind cost time, never data', async () => {
  const kinds = [
    'silent',
    'http429',
    'http500',
    'truncated',
    'logsOutside',
    'logsTwice',
    'behind',
    'wrongParent',
  ] as const
  const node = await scene.node({ blocks: 100 })
  let posts = 0
  let isOver = false
  // The node shows every kind of fault in turn, with three good answers in between.
  const faulty = await startFaultyNode(node.url, () => {
    posts += 1
    return posts % 4 === 0 && !isOver ? kinds[(posts / 4) % kinds.length]! : 'none'
  })
  try {
    const indexing = await index([faulty.url], { RPC_TIMEOUT_MS: '400' })
    const isMet = () => Promise.resolve(kinds.every((kind) => faulty.served.has(kind)))
    await waitFor('every fault', isMet, 90_000)
    isOver = true
    await indexing.completes()
  } finally {
    await faulty.stop()
  }
})

byNight(
  'the only node refuses every request for logs with its rate limit: the log has its words, it is asked rarely, and nothing halts',
  async () => {
    let isOver = false
    let refused = 0
    const node = await scene.refusing((calls) => {
      if (isOver || blocksOf(calls) === 0) return null
      refused += 1
      return { code: -32_005, message: 'limit exceeded' }
    })
    const indexing = await index([node.url])
    const faults = () => indexing.output().split('"kind":"limited"').length - 1
    await waitFor('a fault', () => Promise.resolve(faults() > 0))
    expect(indexing.output()).toContain(
      `"kind":"limited","node":"${node.url}","fault":"the node limits us: limit exceeded`,
    )
    const [before, began] = [refused, performance.now()]
    await waitFor('more faults', () => Promise.resolve(faults() > 2))
    // The indexer sends one call a second. After each fault three ranges start together again.
    expect(refused - before).toBeLessThanOrEqual(1.5 * ((performance.now() - began) / 1_000) + 3)
    isOver = true
    await indexing.completes(180_000)
  },
)

test('a node with late finality is followed up to its final block', async () => {
  const node = await scene.node({ finalized: { late: 200 } })
  const indexing = await index([node.url])
  await indexing.reaches(scene.final - 200)
  const [cursor] = await indexing.sql<{ number: number }[]>`select number from galx.cursor`
  expect(cursor!.number).toBe(scene.final - 200)
  node.limit({ finalized: 'ok' })
  await indexing.completes()
})

test.each(['missing', 'refused'] as const)(
  'a node without a final block (%s) is asked again until it has one, and nothing is written meanwhile',
  async (finalized) => {
    const node = await scene.node({ finalized })
    const indexing = await index([node.url])
    await waitFor('questions', () => Promise.resolve((node.counts().calls.eth_getBlockByNumber ?? 0) > 4))
    expect(await indexing.sql`select from galx.cursor`).toHaveLength(0)
    node.limit({ finalized: 'ok' })
    await indexing.completes()
  },
)

test('logs that one node keeps only for a short time are read from another, and the log names the first', async () => {
  const [short, archive] = [await scene.node({ keptLogs: 5_000 }), await scene.node()]
  const indexing = await index([short.url, archive.url])
  await indexing.completes()
  expect(indexing.output()).toContain(`"kind":"pruned","node":"${short.url}"`)
})

byNight(
  'a node that refuses the tag in requests for logs costs at most two calls a second at the head',
  async () => {
    const { chain } = scene.model
    const node = await scene.node({ finalizedInLogs: false })
    const budget = { RPC_CALLS_PER_SECOND: '2', RPC_PEER_CALLS_PER_SECOND: '0.5', CHECKSUM_SECONDS: '600' }
    const indexing = await index([node.url], budget)
    await indexing.completes()
    await examined(indexing)
    // The first comparison with the contracts is thorough and costs more.
    await waitFor('a comparison', async () => (await indexing.sql`select from galx.checksum`).length > 0)
    chain.run()
    try {
      node.resetCounts()
      const began = performance.now()
      await waitFor('ten seconds', () => Promise.resolve(performance.now() - began > 10_000))
      const seconds = (performance.now() - began) / 1000
      // The rest of the limit is for a burst of six calls, and for the requests that end the burst.
      expect(node.calls()).toBeLessThanOrEqual(2 * seconds + 10)
      await indexing.reaches(chain.head - 60)
    } finally {
      chain.moveTo(chain.head)
    }
  },
)

/** The number of blocks by which one back end is late. The chain makes them in five seconds. */
const LATE = 10

const BACK_ENDS = [
  ['leaves their logs out, and takes two calls in a POST', { beyondHead: 'leaveOut', batch: 2 }],
  ['refuses later blocks', { beyondHead: 'refuse' }],
  ['leaves their logs out', { beyondHead: 'leaveOut' }],
] as const

test.each(someOf(BACK_ENDS, 3))(
  'the chain is followed as far as the slower of two back ends behind one address has it, which lags ten blocks and %s',
  async (_, limits) => {
    const { chain } = scene.model
    const node = await scene.node({ secondBehind: LATE, ...limits })
    const indexing = await index([node.url])
    await waitFor('a row', async () => (await indexing.sql`select from galx.cursor`).length > 0)
    // The two back ends answer in turn. While the chain stands still, the late back end may get the request for each new range.
    chain.run()
    try {
      await indexing.reaches(chain.head)
      await indexing.reaches(chain.head - 2 * LATE)
    } finally {
      chain.moveTo(chain.head)
    }
  },
)
