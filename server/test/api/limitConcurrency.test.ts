/** The number of requests that a process works on at once, and the answers to further requests. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../support/wait.ts'
import { open, USER_INFO } from './limitedCalls.ts'
import type { RateLimits } from '../../src/http/limits.ts'
import { newAccount, signIn, startWorld, type Client, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.stop())

async function metricsOf(api: Client): Promise<string> {
  return (await fetch(api.api.metricsUrl!)).text()
}

async function countUnderWay(api: Client): Promise<number> {
  return Number(/^galx_requests_under_way\{api="api"\} (\d+)$/m.exec(await metricsOf(api))?.[1])
}

function waitForUnderWay(api: Client, count: number) {
  return waitFor(`${count} requests under way`, async () => (await countUnderWay(api)) === count)
}

describe('requests under way', () => {
  it('above the limit of a process are refused with 503 and counted, until callers disconnect', async () => {
    const api = await startWith({ CALLS_UNDER_WAY: '2' })
    const underWay = (count: number) => waitForUnderWay(api, count)
    // The process needs a long time for these two requests.
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const { read } = api.api.context
    api.api.context.read = Object.assign(
      () => held.then(() => read`select 1 as never where false`),
      {},
    ) as never
    const sockets = [0, 1].map(() => open(api, `GET ${USER_INFO} HTTP/1.1\r\nHost: x\r\n\r\n`))
    await underWay(2)
    const refused = await fetch(api.url + USER_INFO)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await fetch(`${api.url}/health/accepting`)).status).toBe(200)
    // The process is slow, and not these callers. So their connections stay open, however long the process takes.
    await pause(1_100)
    expect((await fetch(api.url + USER_INFO)).status).toBe(503)
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false])
    for (const socket of sockets) socket.destroy()
    await underWay(0)
    api.api.context.read = read
    release()
    expect((await fetch(api.url + USER_INFO)).status).toBe(200)
    expect(await metricsOf(api)).toContain('galx_requests_shed_total{api="api"} 2\n')
  })

  it.each([
    [
      'send their request slowly',
      `POST /api/user/public/nonce/${newAccount().address} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`,
    ],
    ['read no answer', 'GET /docs/json HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])(
    'of callers that %s are cut: others wait a second or two, and not for as long as those callers like',
    async (_how, request) => {
      const api = await startWith({ CALLS_UNDER_WAY: '5' })
      // An answer stays unread if it is longer than the system's buffer for a connection.
      const slow = [0, 1, 2, 3, 4].map(() => open(api, request).pause())
      await waitFor('all places to be taken', async () => {
        if (request.startsWith('GET')) for (const socket of slow) socket.write(request.repeat(20))
        return (await countUnderWay(api)) === 5
      })
      const started = performance.now()
      await waitFor('an answer', async () => (await fetch(api.url + USER_INFO)).status === 200)
      // If the slow callers were not cut, they would keep their places as long as their connections, at least 20 s.
      expect(performance.now() - started).toBeLessThan(19_000)
      expect(await metricsOf(api)).toMatch(/^galx_slow_callers_cut_total\{api="api"\} [1-9]/m)
      for (const socket of slow) socket.destroy()
      await waitForUnderWay(api, 0)
    },
  )

  it('that one connection sends at once take one place', async () => {
    const api = await startWith({ CALLS_UNDER_WAY: '10' })
    await whileAccountsWait(async () => {
      const socket = open(api, `GET ${USER_INFO} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(1_000))
      await waitForUnderWay(api, 1)
      // The process has read the first connection before it reads this connection.
      expect((await fetch(`${api.url}/api/announcements`)).status).toBe(200)
      expect(await countUnderWay(api)).toBe(1)
      socket.destroy()
    })
    expect((await fetch(api.url + USER_INFO)).status).toBe(200)
    await waitForUnderWay(api, 0)
  })

  it('give their places back when their connections break', async () => {
    const api = await startWith({ CALLS_UNDER_WAY: '10' })
    await whileAccountsWait(async () => {
      const sockets = [0, 1, 2].map(() => open(api, `GET ${USER_INFO} HTTP/1.1\r\nHost: x\r\n\r\n`))
      await waitForUnderWay(api, 3)
      for (const socket of sockets) socket.resetAndDestroy()
      await waitForUnderWay(api, 0)
    })
  })

  it('of one caller are limited by its share, and leave the other places to others', async () => {
    world.environment.TRUSTED_PROXIES = '127.0.0.1'
    const api = await startWith({ CALLS_UNDER_WAY: '10', CALLS_UNDER_WAY_PER_CALLER: '3' })
    delete world.environment.TRUSTED_PROXIES
    const user = await signIn(api)
    const ask = (from: string, path: string, token?: string) => {
      const headers = { 'x-forwarded-for': from }
      return api.call('GET', path, token === undefined ? { headers } : { headers, token })
    }
    await whileAccountsWait(async () => {
      const request = `GET ${USER_INFO} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n`
      const sockets = [0, 1, 2].map(() => open(api, request))
      await waitForUnderWay(api, 3)
      const refused = await ask('203.0.113.1', '/api/announcements')
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
      expect(refused.headers.get('connection')).toBe('close')
      expect((await ask('203.0.113.2', '/api/announcements')).status).toBe(200)
      // A signed-in neighbour is not locked out either.
      expect((await ask('203.0.113.1', '/api/announcements', user.token)).status).toBe(200)
      for (const socket of sockets) socket.destroy()
      await waitForUnderWay(api, 0)
    })
    expect((await ask('203.0.113.1', '/api/announcements')).status).toBe(200)
  })

  it('that limits refuse take no place', async () => {
    const api = await startWith({ CALLS_UNDER_WAY: '1' }, { perIp: 2 })
    await whileAccountsWait(async () => {
      const socket = open(api, `GET ${USER_INFO} HTTP/1.1\r\nHost: x\r\n\r\n`)
      await waitForUnderWay(api, 1)
      // All places are taken. The status is 429 and not 503, because the rate limit is checked before the places.
      expect((await fetch(api.url + USER_INFO)).status).toBe(429)
      socket.destroy()
    })
  })
})

/** Sets the environment's variables only while the process starts. */
async function startWith(
  variables: Record<string, string>,
  limits: Partial<RateLimits> = {},
): Promise<Client> {
  Object.assign(world.environment, variables)
  return world.start('api', { limits }).finally(() => {
    for (const name of Object.keys(variables)) delete world.environment[name]
  })
}

/** Runs `during` while a table is locked, so that no call about an account is answered. */
async function whileAccountsWait(during: () => Promise<void>): Promise<void> {
  // The driver cannot reserve a connection of a pool that has not opened a connection yet.
  await world.sql`select`
  const held = await world.sql.reserve()
  await held`begin`
  await held`lock table galx.accounts in access exclusive mode`
  try {
    await during()
  } finally {
    await held`rollback`
    held.release()
  }
}
