/** How many requests a process works on at once, and what becomes of more. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../support/wait.ts'
import { open, USER_INFO } from './limitedCalls.ts'
import { newAccount, startWorld, type Client, type World } from './world.ts'

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
  it('beyond what a process works on at once are refused with 503 and counted, until callers go away', async () => {
    world.environment.CALLS_UNDER_WAY = '2'
    const api = await world.start('api').finally(() => delete world.environment.CALLS_UNDER_WAY)
    const underWay = (count: number) => waitForUnderWay(api, count)
    // What the process does for these two takes long.
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const { limits } = api.api.context
    const { countRequest } = limits
    limits.countRequest = () => held
    const sockets = [0, 1].map(() => open(api, `GET ${USER_INFO} HTTP/1.1\r\nHost: x\r\n\r\n`))
    await underWay(2)
    const refused = await fetch(api.url + USER_INFO)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await fetch(`${api.url}/health/accepting`)).status).toBe(200)
    // However long it takes, these callers keep nobody waiting, and lose nothing.
    await pause(1_100)
    expect((await fetch(api.url + USER_INFO)).status).toBe(503)
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false])
    for (const socket of sockets) socket.destroy()
    await underWay(0)
    limits.countRequest = countRequest
    release()
    expect((await fetch(api.url + USER_INFO)).status).toBe(200)
    expect(await metricsOf(api)).toContain('galx_requests_shed_total{api="api"} 2\n')
  })

  it.each([
    [
      'send their request slowly',
      `POST /api/user/public/nonce/${newAccount().address} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`,
    ],
    ['take no answer', 'GET /docs/json HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])(
    'of callers that %s give way: others wait for them a second or two, and not for as long as they like',
    async (_how, request) => {
      world.environment.CALLS_UNDER_WAY = '5'
      const api = await world.start('api').finally(() => delete world.environment.CALLS_UNDER_WAY)
      // An answer is not taken once it is longer than what the system holds for a connection.
      const slow = [0, 1, 2, 3, 4].map(() => open(api, request).pause())
      await waitFor('all places to be taken', async () => {
        if (request.startsWith('GET')) for (const socket of slow) socket.write(request.repeat(20))
        return (await countUnderWay(api)) === 5
      })
      const started = performance.now()
      await waitFor('an answer', async () => (await fetch(api.url + USER_INFO)).status === 200)
      // They would stay as long as their connections: for 20 s at least.
      expect(performance.now() - started).toBeLessThan(10_000)
      expect(await metricsOf(api)).toMatch(/^galx_slow_callers_cut_total\{api="api"\} [1-9]/m)
      for (const socket of slow) socket.destroy()
      await waitForUnderWay(api, 0)
    },
  )

  it('that one connection sends all at once give their places back when it breaks', async () => {
    world.environment.CALLS_UNDER_WAY = '10'
    const api = await world.start('api').finally(() => delete world.environment.CALLS_UNDER_WAY)
    // The driver reserves no connection of a pool that has opened none yet.
    await world.sql`select`
    // While somebody holds the table no answer comes.
    const held = await world.sql.reserve()
    await held`begin`
    await held`lock table galx.accounts in access exclusive mode`
    try {
      const socket = open(api, `GET ${USER_INFO} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(10))
      await waitForUnderWay(api, 10)
      socket.resetAndDestroy()
      await waitForUnderWay(api, 0)
    } finally {
      await held`rollback`
      held.release()
    }
    expect((await fetch(api.url + USER_INFO)).status).toBe(200)
  })
})
