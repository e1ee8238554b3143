/** A session that is revoked just before a fail-over. */
import { killPostgres, primaries, untilWhole } from '../machines/cluster.ts'
import { visitor } from '../load/load.ts'
import { hostOf } from '../machines/machines.ts'
import { EDGES } from '../machines/place.ts'
import { statusOf } from '../requests.ts'
import { until } from '../waiting.ts'
import type { DrillEvent } from './event.ts'

export const sessionRevoked: DrillEvent = {
  key: 'session',
  title: 'a session revoked just before a fail-over',
  goal: 'refused after it, by every process',
  run: async (world) => {
    const { machines, edges, chain } = world
    const primary = await untilWhole(machines)
    const people = visitor(machines, edges, chain)
    const revoked = await people.signIn()
    const kept = await people.signIn()
    const urls = EDGES.flatMap((host) => {
      const { api, btcApi } = hostOf(machines, host).ports
      return [
        ...api.map((port) => `http://127.0.0.1:${port}/api/sessions`),
        ...btcApi.map((port) => `http://127.0.0.1:${port}/api/getBtcStakeLog`),
      ]
    })
    const ask = (url: string, token: string): Promise<number> =>
      statusOf(url, { headers: { authorization: token }, timeout: 5_000 })
    // Every process has looked the session up and cached it.
    for (const url of urls) {
      const status = await ask(url, revoked.token)
      if (status !== 200) throw new Error(`a live session was answered with ${status}`)
    }
    await people.ask('POST', '/api/sessions/revoke', { body: { all: true }, token: revoked.token })
    await killPostgres(machines, primary)
    const seen = new Map<number, number>()
    const refusedBy = new Set<string>()
    await until('another primary, and an answer of every process', 60_000, async () => {
      for (const url of urls) {
        const status = await ask(url, revoked.token)
        seen.set(status, (seen.get(status) ?? 0) + 1)
        const [leading] = await primaries(machines)
        if (status === 401 && leading !== undefined && leading !== primary) refusedBy.add(url)
      }
      return refusedBy.size === urls.length
    })
    await until('the session that was kept', 60_000, async () => {
      const answers = await Promise.all(urls.map((url) => ask(url, kept.token)))
      return answers.every((status) => status === 200)
    })
    await untilWhole(machines)
    const accepted = seen.get(200) ?? 0
    return {
      measured: `accepted ${accepted} times, refused ${seen.get(401) ?? 0} times, unavailable ${(seen.get(503) ?? 0) + (seen.get(0) ?? 0)} times; another session goes on`,
      passed: accepted === 0,
    }
  },
}
