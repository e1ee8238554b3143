import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startNodes, type AnsweringNodes } from '../support/answeringNodes.ts'
import type { IndexerProcess } from '../support/indexerProcess.ts'
import { startIndexerScene, type IndexerScene } from '../support/indexerScene.ts'

/** A node that serves everything but logs, in the words of geth. */
const MESSAGE = 'the method eth_getLogs does not exist/is not available'

let scene: IndexerScene
let without: AnsweringNodes
const running: IndexerProcess[] = []

beforeAll(async () => {
  scene = await startIndexerScene(1)
  type Call = { id: number; method: string }
  without = await startNodes(2, (_, request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString()
      const asked = JSON.parse(body) as Call | Call[]
      const answer = await fetch(scene.world.rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      const answers = [(await answer.json()) as { id: number }].flat()
      const refused = [asked]
        .flat()
        .map(({ id, method }, index) =>
          method === 'eth_getLogs'
            ? { jsonrpc: '2.0', id, error: { code: -32601, message: MESSAGE } }
            : answers[index],
        )
      response.end(JSON.stringify(Array.isArray(asked) ? refused : refused[0]))
    })().catch(() => response.destroy())
  })
}, 120_000)
afterEach(async () => {
  await Promise.all(running.splice(0).map((indexer) => indexer.kill()))
})
afterAll(async () => {
  without?.stop()
  await scene?.stop()
})

function start(urls: string[]): IndexerProcess {
  const indexer = scene.start({ RPC_URL: urls.join(',') })
  running.push(indexer)
  return indexer
}

test('an indexer whose nodes all refuse logs ends at once and names them', async () => {
  const urls = without.urls(2)
  const indexer = start(urls)
  expect(await indexer.exited).toBe(1)
  for (const url of urls)
    expect(indexer.output()).toContain(`${url} serves no logs: it does not serve the method ("${MESSAGE}")`)
})

test('an indexer with one node that serves logs goes on, and tells what the other will not do', async () => {
  const [refusing] = without.urls(1)
  const indexer = start([scene.world.rpcUrl, refusing!])
  await indexer.saw('tells what the node refuses', (output) => output.includes('a node will not do'))
  await scene.indexed()
  const lines = indexer.output().split('\n')
  const told = lines.find((line) => line.includes('a node will not do'))
  expect(told).toContain(`${refusing} serves no logs`)
  expect(told).toContain('replace it in RPC_URL')
  expect(lines.find((line) => line.includes('a node serves'))).toContain(scene.world.rpcUrl)
})
