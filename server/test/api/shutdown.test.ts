/** The end of a process: it first reports not ready, serves for a while, and ends even if somebody is slow. */
import { createConnection, type Socket } from 'node:net'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { rpc } from '@galx/stack/chain/rpc'
import { startServerProcess, type IndexerProcess } from '../support/indexerProcess.ts'
import { freePort } from '@galx/stack/process/freePort'
import { waitFor } from '../support/wait.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ contracts: true })
})
afterAll(() => world?.stop())

const running: IndexerProcess[] = []
const clients: Socket[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await Promise.all(running.splice(0).map((one) => one.kill()))
})

async function startProcess(command: 'api' | 'indexer', settings: Record<string, string>) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = startServerProcess(command, {
    ...world.environment,
    LOG_LEVEL: 'info',
    [command === 'api' ? 'API_PORT' : 'INDEXER_PORT']: String(port),
    ...settings,
  })
  running.push(child)
  await waitFor(`${command} to answer`, async () => (await fetch(`${url}/health/live`)).ok, 60_000)
  return { child, url, port }
}

/** Sends one byte of a request each second, so that the request never ends. */
function slowClient(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    clients.push(socket)
    socket.on('error', () => {})
    const head = `POST /api/user/public/auth/0x${'1'.repeat(40)} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
    socket.write(`${head}Content-Length: 1000\r\n\r\n{`, () => resolve(socket))
    const timer = setInterval(() => socket.write(' '), 1_000)
    socket.once('close', () => clearInterval(timer))
  })
}

async function look(url: string, path: string) {
  const response = await fetch(url + path)
  const { data } = (await response.json()) as { data: { status: string } }
  return { status: response.status, says: data.status, connection: response.headers.get('connection') }
}

describe('SIGTERM', () => {
  it('first reports not ready, still serves, then closes, and ends in the stated time even with slow callers', async () => {
    const { child, url, port } = await startProcess('api', {
      SHUTDOWN_SERVE_SECONDS: '3',
      SHUTDOWN_DRAIN_SECONDS: '2',
    })
    expect(await look(url, '/health/accepting')).toMatchObject({ status: 200, says: 'accepting' })
    await slowClient(port)
    const asked = performance.now()
    child.child.kill('SIGTERM')
    await waitFor('the process to report that it stops', async () => {
      const { status, says } = await look(url, '/health/accepting')
      return status === 503 && says === 'draining'
    })
    expect(await look(url, '/health/ready')).toMatchObject({ status: 503, says: 'draining' })
    // Balancers have not noticed yet. Their requests are answered, on connections that then close.
    const answer = await fetch(`${url}/api/announcements`)
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect(await child.exited).toBe(0)
    const seconds = (performance.now() - asked) / 1000
    expect(seconds).toBeGreaterThanOrEqual(3)
    expect(seconds).toBeLessThan(60)
    await expect(fetch(`${url}/health/live`)).rejects.toThrow()
    expect(child.output()).toContain('"serveSeconds":3,"drainSeconds":2')
  })

  it('a second signal ends the serving at once', async () => {
    const { child, url } = await startProcess('api', {
      SHUTDOWN_SERVE_SECONDS: '600',
      SHUTDOWN_DRAIN_SECONDS: '2',
    })
    child.child.kill('SIGTERM')
    await waitFor('the process to report that it stops', async () => {
      return (await look(url, '/health/accepting')).status === 503
    })
    child.child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  })

  it('also ends the indexer while somebody locks a row that it needs', async () => {
    const { child, url } = await startProcess('indexer', { SHUTDOWN_DRAIN_SECONDS: '5' })
    await child.saw('leads', (output) => output.includes('"leading"'))
    const statusOf = async (path: string) => {
      const response = await fetch(url + path)
      const { status } = (await response.json()) as { status: string }
      return { code: response.status, status }
    }
    expect(await statusOf('/health/accepting')).toEqual({ code: 200, status: 'accepting' })
    expect(await statusOf('/health/ready')).toEqual({ code: 200, status: 'ok' })
    const [holder, looker] = [1, 2].map(() => postgres(world.database.url, { max: 1, onnotice: () => {} }))
    try {
      await holder!`begin`
      await holder!`lock table galx.cursor in access exclusive mode`
      await waitFor('the indexer to wait for the row', async () => {
        // A block makes the indexer write.
        await rpc(world.chain.rpcUrl, 'evm_mine')
        const [row] = await looker!`
          select from pg_stat_activity
          where datname = current_database() and application_name = 'galx indexer' and wait_event_type = 'Lock'`
        return row !== undefined
      })
      const asked = performance.now()
      child.child.kill('SIGTERM')
      await waitFor('the indexer to report that it stops', async () => {
        const { code, status } = await statusOf('/health/accepting')
        return code === 503 && status === 'draining'
      })
      expect(await statusOf('/health/ready')).toEqual({ code: 503, status: 'draining' })
      expect((await statusOf('/health/live')).code).toBe(200)
      // The report comes while there is still time, not at the end.
      expect(performance.now() - asked).toBeLessThan(5_000)
      expect(await child.exited).toBe(0)
      const seconds = (performance.now() - asked) / 1000
      // The row stays locked, so that the indexer has waited as long as it may.
      expect(seconds).toBeGreaterThanOrEqual(5)
      expect(seconds).toBeLessThan(5 + 10)
      await expect(fetch(`${url}/health/live`)).rejects.toThrow()
    } finally {
      await Promise.all([holder!, looker!].map((one) => one.end({ timeout: 1 })))
    }
  })
})

describe('the check for balancers', () => {
  it('does not depend on the database: a short outage would remove all processes at once', async () => {
    const api = await world.start('api')
    await api.api.databases.end()
    expect((await api.get('/health/ready')).data.status).toBe('unavailable')
    expect(await api.get('/health/accepting')).toMatchObject({ status: 200, data: { status: 'accepting' } })
  })
})
