import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { IndexerProcess } from '../support/indexerProcess.ts'
import { startIndexerScene, type IndexerScene } from '../support/indexerScene.ts'
import { startRefusingNode, type Call, type RefusingNode } from '../support/refusingNode.ts'

/** The words of geth on a node that serves everything except logs. */
const MESSAGE = 'the method eth_getLogs does not exist/is not available'

let scene: IndexerScene
let without: RefusingNode[] = []
const running: IndexerProcess[] = []

beforeAll(async () => {
  scene = await startIndexerScene(1)
  const refuse = (calls: readonly Call[]) =>
    calls.some(({ method }) => method === 'eth_getLogs') ? { code: -32601, message: MESSAGE } : null
  without = [
    await startRefusingNode(scene.world.rpcUrl, refuse),
    await startRefusingNode(scene.world.rpcUrl, refuse),
  ]
}, 120_000)
afterEach(async () => {
  await Promise.all(running.splice(0).map((indexer) => indexer.kill()))
})
afterAll(async () => {
  for (const node of without) node.stop()
  await scene?.stop()
})

function start(urls: string[]): IndexerProcess {
  const indexer = scene.start({ RPC_URL: urls.join(',') })
  running.push(indexer)
  return indexer
}

test('an indexer whose nodes all refuse logs ends at once and names them', async () => {
  const urls = without.map(({ url }) => url)
  const indexer = start(urls)
  expect(await indexer.exited).toBe(1)
  for (const url of urls)
    expect(indexer.output()).toContain(`${url} serves no logs: it does not serve the method ("${MESSAGE}")`)
})

test('an indexer with one node that serves logs runs, and reports the refusals of the other node', async () => {
  const refusing = without[0]!.url
  const indexer = start([scene.world.rpcUrl, refusing])
  await indexer.saw('tells what the node refuses', (output) =>
    output.includes('the node lacks something that the product needs'),
  )
  await scene.indexed()
  const lines = indexer.output().split('\n')
  const told = lines.find((line) => line.includes('the node lacks something that the product needs'))
  expect(told).toContain(`${refusing} serves no logs`)
  expect(told).toContain('replace it in RPC_URL')
  expect(lines.find((line) => line.includes('a node serves'))).toContain(scene.world.rpcUrl)
})
