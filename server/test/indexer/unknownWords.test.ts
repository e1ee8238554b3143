/** Nodes that refuse lists of calls, or large ranges, in words and with codes that say nothing about the reason. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { blocksOf, type Refused } from '../support/refusingNode.ts'
import { startSparseScene, type Indexing, type SparseScene } from '../support/sparseScene.ts'
import { waitFor } from '../support/wait.ts'
import { someOf } from '../support/nightly.ts'

vi.setConfig({ testTimeout: 240_000 })

let scene: SparseScene
const running: Indexing[] = []
beforeAll(async () => {
  scene = await startSparseScene(6_000, 30)
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((indexing) => indexing.stop()))
})
afterAll(() => scene?.stop())

async function index(...urls: string[]): Promise<Indexing> {
  const indexing = await scene.index(urls)
  running.push(indexing)
  return indexing
}

const HTTP_400: Refused = { httpStatus: 400, code: null, message: 'HTTP 400' }
const HTTP_503: Refused = { httpStatus: 503, code: null, message: 'HTTP 503' }
const INTERNAL: Refused = { code: -32_603, message: 'Internal error' }

const LISTS: [string, Refused][] = [
  ['HTTP 400', HTTP_400],
  ['-32600', { httpStatus: 400, code: -32_600, message: 'Invalid Request' }],
  ['-32603', INTERNAL],
]

test.each(someOf(LISTS, 3))(
  'the only node refuses every list of calls (%s): it gets single calls, also from the next process',
  async (_, refusal) => {
    const node = await scene.refusing((calls) => (calls.length > 1 ? refusal : null))
    const indexing = await index(node.url)
    await indexing.completes()
    // After some answers, two calls are tried.
    expect((await indexing.learnt(node.url)).calls).toBeLessThanOrEqual(2)
    const before = node.posts.length
    await indexing.beginAgain()
    await indexing.completes()
    const ranges = node.posts.slice(before).filter(({ blocks }) => blocks > 0)
    expect(Math.max(...ranges.map(({ calls }) => calls))).toBeLessThanOrEqual(2)
  },
)

/** The greatest number of blocks in one request. */
const MOST = 300

const RANGES: [string, Refused][] = [
  ['HTTP 400', HTTP_400],
  ['-32603', INTERNAL],
  ['HTTP 503', HTTP_503],
  ['-32001', { code: -32_001, message: 'Resource not found' }],
  ['-32002', { code: -32_002, message: 'Resource unavailable' }],
]

test.each(someOf(RANGES, 3))(
  'one of two nodes refuses large ranges (%s): the node gets smaller ranges and confirms every block',
  async (_, refusal) => {
    const node = await scene.refusing((calls) => (blocksOf(calls) > MOST ? refusal : null))
    const indexing = await index((await scene.node()).url, node.url)
    await indexing.completes()
    await waitFor('two nodes for every block', async () => {
      const unconfirmed = await indexing.sql`select from galx.unconfirmed_ranges`
      return unconfirmed.length === 0
    })
  },
)

test('the only node takes small ranges and refuses every sixth POST: a range ends between two refusals', async () => {
  let posts = 0
  const node = await scene.refusing(() => (++posts % 6 === 0 ? HTTP_503 : null), { blocks: 50 })
  await (await index(node.url)).completes()
})
