/** A session that was revoked just before a fail-over. */
import { killPostgres, primaries, untilWhole } from '../machines/cluster.ts'
import { EDGES } from '../machines/place.ts'
import { until } from '../waiting.ts'
import type { DrillEvent } from './event.ts'

export const sessionRevoked: DrillEvent = {
  key: 'session',
  title: 'a session revoked just before a fail-over',
  goal: 'refused after it, by every process',
  run: async (world) => {
    const { machines, load } = world
    const primary = await untilWhole(machines)
    const [people] = load.people
    const revoked = await people.signIn()
    const kept = await people.signIn()
    const urls = EDGES.flatMap((host) =>
      (['api', 'apiSecond'] as const).map(
        (port) => `http://${machines.place.address(host, port)}/api/sessions`,
      ),
    )
    const ask = async (url: string, token: string): Promise<number> =>
      fetch(url, { headers: { authorization: token }, signal: AbortSignal.timeout(5_000) }).then(
        async (response) => {
          await response.arrayBuffer()
          return response.status
        },
        () => 0,
      )
    // Every process has looked the session up and remembers it.
    for (const url of urls) {
      const status = await ask(url, revoked.token)
      if (status !== 200) throw new Error(`a live session was answered with ${status}`)
    }
    await people.ask('POST', '/api/sessions/revoke', { body: { all: true }, token: revoked.token })
    const since = performance.now()
    await killPostgres(machines, primary)
    const seen = new Map<number, number>()
    const refusedBy = new Set<string>()
    await until('another primary, and an answer of every process', 60_000, async () => {
      for (const url of urls) {
        const status = await ask(url, revoked.token)
        // What the four processes have in flight to each other is heard within a moment of the acknowledgement.
        if (performance.now() - since > 0) seen.set(status, (seen.get(status) ?? 0) + 1)
        const [now] = await primaries(machines)
        if (status === 401 && now !== undefined && now !== primary) refusedBy.add(url)
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
