import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { indexerMetrics } from '../../src/indexer/engine/metrics.ts'
import { startStatusServer } from '../../src/indexer/engine/statusServer.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

async function start(draining = () => false) {
  const metrics = indexerMetrics()
  const server = await startStatusServer(metrics, 0, '127.0.0.1', draining)
  servers.push(server)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const get = async (path: string) => {
    const response = await fetch(url + path)
    return { status: response.status, text: await response.text() }
  }
  return { metrics, get }
}

test('an unknown block is null, never 0, and absent from the metrics', async () => {
  const { metrics, get } = await start()
  expect(JSON.parse((await get('/health')).text)).toMatchObject({ indexedBlock: null, finalisedBlock: null })
  expect((await get('/metrics')).text).not.toMatch(/^galx_indexer_(?:indexed|finalised)_block /m)
  metrics.indexedBlock.set(0)
  expect(JSON.parse((await get('/health')).text)).toMatchObject({ indexedBlock: 0, finalisedBlock: null })
  expect((await get('/metrics')).text).toMatch(/^galx_indexer_indexed_block 0$/m)
})

test('an indexer that is about to stop reports that, and is still alive', async () => {
  let draining = false
  const { get } = await start(() => draining)
  expect((await get('/health/accepting')).status).toBe(200)
  expect((await get('/health/ready')).status).toBe(200)
  draining = true
  expect(await get('/health/accepting')).toEqual({ status: 503, text: '{"status":"draining"}' })
  expect((await get('/health/ready')).status).toBe(503)
  expect((await get('/health/live')).status).toBe(200)
})

test('an error while the status is served gives 500 and ends nothing', async () => {
  const { metrics, get } = await start()
  metrics.registry.metrics = () => Promise.reject(new Error('no numbers'))
  expect((await get('/metrics')).status).toBe(500)
  expect((await get('/health')).status).toBe(200)
})
