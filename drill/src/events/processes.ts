/** Possible events of the processes around the database: the leading indexer, a proxy, Redis. */
import { now } from '../clock.ts'
import { visitor } from '../load/load.ts'
import { hostOf } from '../machines/machines.ts'
import { EDGES, HOSTS, KEEPER, type HostName } from '../machines/place.ts'
import { unitsOf } from '../machines/units.ts'
import { askText, sampleOf } from '../requests.ts'
import { until } from '../waiting.ts'
import type { World } from '../world.ts'
import { failures, successes, time, type DrillEvent } from './event.ts'
import { slowestSince } from '../load/stream.ts'

async function metricsOf({ machines }: World, host: HostName): Promise<string> {
  return askText(`http://127.0.0.1:${hostOf(machines, host).ports.indexer}/metrics`)
}

async function leads(world: World, host: HostName): Promise<boolean> {
  return sampleOf(await metricsOf(world, host).catch(() => ''), 'galx_indexer_leads') === 1
}

/** The hosts whose indexer reports that it leads. */
export async function leadingIndexers(world: World): Promise<HostName[]> {
  const states = await Promise.all(EDGES.map((host) => leads(world, host)))
  return EDGES.filter((_, index) => states[index])
}

export const indexerKilled: DrillEvent = {
  key: 'indexer',
  title: 'kill -9 the leading indexer',
  goal: 'another leads within 2 s',
  run: async (world) => {
    const [leader] = await until('a leading indexer', 60_000, async () => {
      const found = await leadingIndexers(world)
      return found.length === 1 ? found : null
    })
    const other = EDGES.find((host) => host !== leader)!
    await until('a stand-by', 60_000, async () => (await metricsOf(world, other)) !== '')
    const since = now()
    await world.processes.kill(`${leader!}-galx-indexer`)
    await until('another leader', 60_000, () => leads(world, other), 20)
    const took = now() - since
    const before = sampleOf(await metricsOf(world, other), 'galx_indexer_indexed_block') ?? 0
    await until('new blocks in the tables', 60_000, async () => {
      return (sampleOf(await metricsOf(world, other), 'galx_indexer_indexed_block') ?? 0) > before
    })
    await world.processes.revive(`${leader!}-galx-indexer`)
    return { measured: `another led after ${time(took)} and wrote on`, passed: took <= 2_000 }
  },
}

/** Ends one part of the first edge's host. Users at the other host must not notice. */
function proxyKilled(part: 'haproxy' | 'nginx', key: string, title: string): DrillEvent {
  return {
    key,
    title,
    goal: 'the other goes on: no failed request there',
    run: async (world) => {
      const { processes } = world
      const since = now()
      await processes.kill(`a-${part}`)
      const streams = ['noncesB', 'readsB', 'pooled'] as const
      await until('work at the other host', 60_000, () =>
        streams.every((name) => successes(world, name, since) >= 50),
      )
      const there = failures(world, streams, since)
      const here = failures(world, ['nonces', 'reads'], since)
      const back = now()
      await processes.revive(`a-${part}`)
      await until('the first host again', 60_000, () =>
        (['nonces', 'reads', 'direct'] as const).every((name) => successes(world, name, back) > 0),
      )
      const detail = there.count > 0 ? ` (${there.words})` : ''
      return {
        measured: `${there.count} failed requests at the other host${detail}, ${here.count} at this one; both serve ${time(now() - back)} after its return`,
        passed: there.count === 0,
      }
    },
  }
}

export const haproxyKilled = proxyKilled('haproxy', 'haproxy', 'HAProxy killed on one host')
export const nginxKilled = proxyKilled('nginx', 'nginx', 'nginx killed on one host')

/** Requests a minute that one account may send to one process. */
const PER_ACCOUNT = 300
const AT_ONCE = 20

export const redisGone: DrillEvent = {
  key: 'redis',
  title: 'Redis gone',
  goal: 'answers within 500 ms; limits hold in each process',
  run: async (world) => {
    const { machines, processes, load } = world
    const session = await visitor(machines, world.edges, world.chain).signIn()
    const names = ['reads', 'readsB', 'nonces', 'noncesB'] as const
    const begun = now()
    await until('work with Redis', 60_000, () => names.every((name) => successes(world, name, begun) >= 50))
    const usual = Math.max(...names.map((name) => slowestSince(load.attempts[name], begun)))
    const since = now()
    await processes.kill(`${KEEPER}-redis-server`)
    await until('work without Redis', 60_000, () =>
      names.every((name) => successes(world, name, since) >= 50),
    )
    const slowest = Math.max(...names.map((name) => slowestSince(load.attempts[name], since)))
    const { count, words } = failures(world, names, since)
    const url = `http://127.0.0.1:${hostOf(machines, 'a').ports.api[0]}/api/sessions`
    let refused = false
    for (let sent = 0; sent < 2 * PER_ACCOUNT && !refused; sent += AT_ONCE) {
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          const answer = await fetch(url, { headers: { authorization: session.token } })
          await answer.arrayBuffer()
          return answer.status
        }),
      )
      refused = answers.includes(429)
    }
    await processes.revive(`${KEEPER}-redis-server`)
    return {
      measured: `slowest answer ${time(slowest)} (${time(usual)} before), ${count} failed requests${count > 0 ? ` (${words})` : ''}; one account beyond ${PER_ACCOUNT} requests a minute was ${refused ? '' : 'NOT '}refused by its process`,
      passed: slowest <= 500 && count === 0 && refused,
    }
  },
}

/** All permanent programs that are not running, on any host, for the checks at the end. */
export function missingParts({ machines, processes }: World): string[] {
  return HOSTS.flatMap((host) => unitsOf(machines, host))
    .map(({ name }) => name)
    .filter((name) => !processes.has(name))
}
