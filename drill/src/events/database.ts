/** Possible events of the database: a crash, a lost machine, a planned change of the primary, etcd without a majority. */
import { setTimeout as pause } from 'node:timers/promises'
import { now } from '../clock.ts'
import { WRITES } from '../load/load.ts'
import {
  killPostgres,
  primaries,
  switchOver,
  synchronousHost,
  untilStoreWhole,
  untilWhole,
} from '../machines/cluster.ts'
import { HOSTS } from '../machines/place.ts'
import { until } from '../waiting.ts'
import type { World } from '../world.ts'
import { failures, gaps, successes, words, type DrillEvent, type Outcome } from './event.ts'

/** Waits until every writing stream succeeds again with an attempt that began after there was a primary. */
async function untilWritten(world: World, limitMs: number): Promise<void> {
  await until('a primary', limitMs, async () => (await primaries(world.machines)).length === 1)
  const from = now()
  await until('writes', limitMs, () => WRITES.every((name) => successes(world, name, from) > 0))
}

function outcomeOf(world: World, since: number, goalMs: number): Outcome {
  const measured = gaps(world, WRITES, since)
  return {
    measured: `longest time without a write: ${words(measured)}`,
    passed: Math.max(...measured.values()) <= goalMs,
  }
}

export const primaryKilled: DrillEvent = {
  key: 'primary',
  title: 'kill -9 PostgreSQL’s primary',
  goal: 'writes within 10 s',
  run: async (world) => {
    const primary = await untilWhole(world.machines)
    const since = now()
    await killPostgres(world.machines, primary)
    await until('another primary', 60_000, async () => {
      const [leading] = await primaries(world.machines)
      return leading !== undefined && leading !== primary
    })
    await untilWritten(world, 60_000)
    const outcome = outcomeOf(world, since, 10_000)
    await untilWhole(world.machines)
    return outcome
  },
}

export const machineLost: DrillEvent = {
  key: 'machine',
  title: 'a whole database machine (PostgreSQL, Patroni and etcd)',
  goal: 'writes within 25 s',
  run: async (world) => {
    const { machines, processes } = world
    const primary = await untilWhole(machines)
    const since = now()
    const parts = ['patroni', 'etcd'].map((part) => `${primary}-${part}`)
    await Promise.all([...parts.map((part) => processes.kill(part)), killPostgres(machines, primary)])
    await untilWritten(world, 90_000)
    const outcome = outcomeOf(world, since, 25_000)
    for (const part of parts.toReversed()) await processes.revive(part)
    await untilWhole(machines)
    return outcome
  },
}

export const switchedOver: DrillEvent = {
  key: 'switchover',
  title: 'a switchover',
  goal: 'writes within 3 s, through PgBouncer too',
  run: async (world) => {
    const { machines } = world
    const primary = await untilWhole(machines)
    const next = await synchronousHost(machines)
    const since = now()
    await switchOver(machines, primary, next)
    await untilWritten(world, 60_000)
    const outcome = outcomeOf(world, since, 3_000)
    await untilWhole(machines)
    return outcome
  },
}

/** Passes if no write has failed from `since` on. Every stream must also have successes, because without attempts no write could fail. */
export function unnoticed(world: Pick<World, 'load'>, since: number): Outcome {
  const { count, words: fault } = failures(world, WRITES, since)
  const fewest = Math.min(...WRITES.map((name) => successes(world, name, since)))
  return {
    measured: `${count} failed writes${count > 0 ? ` (${fault})` : ''}, ${fewest} or more acknowledged each way; longest time without one: ${words(gaps(world, WRITES, since))}`,
    passed: count === 0 && fewest >= 50,
  }
}

/** The time that the majority is away. This time is part of the event: it is not a timeout. */
const AWAY_MS = 30_000

export const storeAway: DrillEvent = {
  key: 'etcd',
  title: 'etcd’s majority away for 30 s',
  goal: 'no failed write',
  run: async (world) => {
    const { machines, processes } = world
    await untilWhole(machines)
    const since = now()
    const lost = HOSTS.slice(0, 2).map((host) => `${host}-etcd`)
    await Promise.all(lost.map((name) => processes.kill(name)))
    await pause(AWAY_MS)
    const outcome = unnoticed(world, since)
    for (const name of lost) await processes.revive(name)
    await untilStoreWhole(machines)
    await untilWhole(machines)
    return outcome
  },
}
