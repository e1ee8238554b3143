/** The day of a hard fork: in the second half of the chain, headers have a field that this version does not know, so nobody can compute their hashes. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { indexedBlock } from '../support/indexerScene.ts'
import { startSparseScene, type SparseScene } from '../support/sparseScene.ts'
import { waitFor } from '../support/wait.ts'

const BLOCKS = 20_000

vi.setConfig({ testTimeout: 240_000 })

let scene: SparseScene
beforeAll(async () => {
  scene = await startSparseScene(BLOCKS, 40, BLOCKS / 2)
})
afterAll(() => scene?.stop())

async function index(nodes: number, more: Record<string, string> = {}) {
  const urls = await Promise.all(Array.from({ length: nodes }, async () => (await scene.node()).url))
  const indexing = await scene.index(urls, more)
  const compared = () =>
    waitFor('a comparison with the contracts', async () => {
      return (await indexing.sql`select from galx.checksum`).length > 0
    })
  return { indexing, compared }
}

test('two nodes that agree: indexing continues, and the tables are compared with the contracts', async () => {
  const { indexing, compared } = await index(2)
  await indexing.completes()
  await compared()
  expect(indexing.output()).not.toContain('"kind":"unknownHeader"')
})

test('one node: nothing after the fork is read, the log names the reason, and indexing does not halt', async () => {
  const { indexing } = await index(1)
  await indexing.saw('refuses the header', (output) => output.includes('"kind":"unknownHeader"'))
  expect(await indexedBlock(indexing.sql)).toBeLessThan(scene.final - BLOCKS / 4)
  expect(await indexing.sql`select from galx.indexer_halt`).toHaveLength(0)
  await indexing.stop()
})

test('one node with RPC_TRUST_UNKNOWN_HEADERS: indexing continues, and the tables are compared with the contracts', async () => {
  const { indexing, compared } = await index(1, { RPC_TRUST_UNKNOWN_HEADERS: 'true' })
  await indexing.completes()
  await compared()
})
