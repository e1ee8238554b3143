/** Limits that several processes share through Redis. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRedis, startRedis, type RedisServer } from '../support/redisServer.ts'
import { median, waitFor } from '../support/wait.ts'
import type { RateLimits } from '../../src/http/limits.ts'
import { startBehindProxy, statuses } from './limitedCalls.ts'
import { signIn, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startBehindProxy()
})
afterAll(() => world?.stop())

function start(limits: Partial<RateLimits>) {
  return world.start('api', { limits })
}

const redisProgram = findRedis()

describe.skipIf(redisProgram === null)('limits shared through Redis', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await startRedis(redisProgram!, 'a-password-of-the-tests')
    world.environment.REDIS_URL = redis.url
  })
  afterAll(async () => {
    delete world.environment.REDIS_URL
    await redis?.kill()
  })

  it('count for all processes together, and for each process alone while Redis is away', async () => {
    const limits = { perIp: 6, perAccount: 1000 }
    const [one, other] = [await start(limits), await start(limits)]
    const from = (length: number) => Array.from({ length }, () => '203.0.113.60')
    expect(await statuses(one, from(3))).toEqual([200, 200, 200])
    expect(await statuses(other, from(5))).toEqual([200, 200, 200, 429, 429])
    expect(await statuses(one, from(1))).toEqual([429])

    const user = await signIn(one)
    const end = await one.api.context.limits.csvLock.acquire(user.address)
    expect((await other.get('/api/activity.csv', user.token)).status).toBe(429)
    end!()
    await waitFor(
      'the lock to be free in the other process',
      async () => (await other.get('/api/activity.csv', user.token)).status === 200,
    )

    await redis.kill()
    const started = performance.now()
    const away = Array.from({ length: 8 }, () => '203.0.113.61')
    expect(await statuses(one, away)).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
    // If each of the eight calls had waited a second for a connection, the calls would have taken 8 s.
    expect(performance.now() - started).toBeLessThan(8_000)

    await redis.start()
    await waitFor('limits to be shared again', async () => {
      const address = `198.51.100.${Math.floor(Math.random() * 250)}`
      const seen = [
        await statuses(
          one,
          Array.from({ length: 6 }, () => address),
        ),
        await statuses(other, [address]),
      ]
      return seen.flat().at(-1) === 429
    })
  })

  it('a hanging Redis delays one request a second, and the metrics show that limits are not shared', async () => {
    const api = await start({ perIp: 1000 })
    const shared = async () =>
      /^galx_limits_shared\{api="api"\} (\d)$/m.exec(await (await fetch(api.api.metricsUrl!)).text())?.[1]
    await waitFor('limits to be shared', async () => (await shared()) === '1')
    redis.hang()
    try {
      const times: number[] = []
      for (let call = 0; call < 20; call += 1) {
        const started = performance.now()
        expect(await statuses(api, ['203.0.113.70'])).toEqual([200])
        times.push(performance.now() - started)
      }
      // One request waits 300 ms for its command. Only after a second another request waits, so most requests do not wait.
      expect(median(times)).toBeLessThan(300)
      expect(await shared()).toBe('0')
    } finally {
      redis.resume()
    }
    await waitFor('limits to be shared again', async () => {
      await statuses(api, ['203.0.113.70'])
      return (await shared()) === '1'
    })
  })
})
