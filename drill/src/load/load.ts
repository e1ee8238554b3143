/** The constant load, in a separate process, so that other work of the drill does not slow it down. */
import { fileURLToPath } from 'node:url'
import { startOwned } from '@galx/stack/process/ownedProcess'
import type { DrillChain } from '../machines/chain.ts'
import { databaseUrl, publicTrust, type Machines } from '../machines/machines.ts'
import { until } from '../waiting.ts'
import { createPeople, type Edge, type People, type Town } from './people.ts'
import type { Attempt } from './stream.ts'

/** `noncesB` and `readsB` use the second edge first, the others the first edge. */
export const STREAMS = {
  direct: 'rows through HAProxy',
  pooled: 'rows through PgBouncer',
  nonces: 'texts to sign at the first edge',
  noncesB: 'texts to sign at the second edge',
  reads: 'reads at the first edge',
  readsB: 'reads at the second edge',
  signIns: 'sign-ins',
  stakes: 'stakes',
} as const
export type StreamName = keyof typeof STREAMS
/** The streams that write, each in a different way. */
export const WRITES = ['direct', 'pooled', 'nonces', 'noncesB'] as const satisfies readonly StreamName[]

/** The input of the process. */
export type LoadOrder = { town: Town; direct: string; pooled: string }

/** The acknowledged items, by the text that identifies each in the tables. */
export type Acknowledged = Record<'rows' | 'nonces' | 'sessions' | 'stakes' | 'reports', string[]>

/** The output of the process: its attempts at intervals, and the acknowledged items at its end. */
export type LoadNews = { attempts: [StreamName, Attempt][] } | { acknowledged: Acknowledged }

export type Load = {
  attempts: Record<StreamName, Attempt[]>
  /** Ends the load. @returns all acknowledged items; a second call returns the same items */
  stop(): Promise<Acknowledged>
}

export async function startLoad(
  machines: Machines,
  edges: readonly Edge[],
  chain: DrillChain,
): Promise<Load> {
  const attempts = Object.fromEntries(
    Object.keys(STREAMS).map((name): [string, Attempt[]] => [name, []]),
  ) as Load['attempts']
  const program = fileURLToPath(new URL('./loadProcess.ts', import.meta.url))
  const { child, ended } = await startOwned(process.execPath, ['--import', 'tsx', program], {
    name: 'load',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    graceMs: 30_000,
  })
  let acknowledged: Acknowledged | undefined
  child.on('message', (news: LoadNews) => {
    if ('acknowledged' in news) acknowledged = news.acknowledged
    else for (const [name, attempt] of news.attempts) attempts[name].push(attempt)
  })
  child.send({
    town: townOf(machines, edges, chain),
    direct: databaseUrl(machines, 'a', 'balancerPrimary'),
    pooled: databaseUrl(machines, 'b', 'pgbouncer'),
  } satisfies LoadOrder)
  await until('every kind of work to succeed', 120_000, () =>
    Object.values(attempts).every((kind) => kind.some(({ fault }) => fault === null)),
  )
  let stopping: Promise<Acknowledged> | undefined
  return {
    attempts,
    stop: () =>
      (stopping ??= (async () => {
        if (child.connected) child.send('stop')
        await ended
        if (acknowledged === undefined) throw new Error('the load ended by itself')
        return acknowledged
      })()),
  }
}

/** An account for an event, outside the load. */
export function visitor(machines: Machines, edges: readonly Edge[], chain: DrillChain): People {
  return createPeople(townOf(machines, edges, chain))
}

function townOf(machines: Machines, edges: readonly Edge[], chain: DrillChain): Town {
  return { edges, trust: publicTrust(machines), rpcUrl: chain.peopleUrl, deployment: chain.deployment }
}
