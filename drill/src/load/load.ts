/** The load that runs all the while, and whether everything that it was told is true at the end. */
import type postgres from 'postgres'
import type { DrillChain } from '../machines/chain.ts'
import type { Machines } from '../machines/database.ts'
import { databaseUrl } from '../machines/product.ts'
import { createPeople, type People } from './people.ts'
import { createWriter, missingOf, type Writer } from './rows.ts'
import { Stream } from './stream.ts'

export type StreamName =
  'direct' | 'pooled' | 'nonces' | 'reads' | 'noncesB' | 'readsB' | 'signIns' | 'stakes'
/** Streams that write, each by another way. */
export const WRITES = ['direct', 'pooled', 'nonces', 'noncesB'] as const satisfies readonly StreamName[]

export type Load = {
  /** `noncesB` and `readsB` ask the second edge first, the others the first one */
  streams: Record<StreamName, Stream>
  people: [People, People]
  writers: Writer[]
  stop(): Promise<void>
}

export async function startLoad(
  machines: Machines,
  edges: readonly string[],
  chain: DrillChain,
): Promise<Load> {
  const direct = createWriter(databaseUrl(machines, 'a', 'primary'))
  const pooled = createWriter(databaseUrl(machines, 'b', 'pgbouncer'))
  const people = createPeople(edges, chain.peopleUrl, chain.deployment)
  const others = createPeople(edges.toReversed(), chain.peopleUrl, chain.deployment)
  const streams = {
    direct: new Stream('rows through HAProxy', 50, direct.write),
    pooled: new Stream('rows through PgBouncer', 50, pooled.write),
    nonces: new Stream('texts to sign at the first edge', 100, people.nonce),
    noncesB: new Stream('texts to sign at the second edge', 100, others.nonce),
    reads: new Stream('reads at the first edge', 100, people.read),
    readsB: new Stream('reads at the second edge', 100, others.read),
    signIns: new Stream('sign-ins', 1_000, async () => void (await people.signIn())),
    stakes: new Stream('stakes', 3_000, others.stake),
  }
  let stopped = false
  return {
    streams,
    people: [people, others],
    writers: [direct, pooled],
    stop: async () => {
      if (stopped) return
      stopped = true
      await Promise.all(Object.values(streams).map((stream) => stream.stop()))
      await Promise.all([direct, pooled].map((writer) => writer.end()))
    },
  }
}

/** What was acknowledged and is gone, and what is there twice: one line each. */
export async function lossesOf({ people: everybody, writers }: Load, sql: postgres.Sql): Promise<string[]> {
  const people = {
    nonces: everybody.flatMap(({ nonces }) => nonces),
    sessions: everybody.flatMap(({ sessions }) => sessions),
    stakes: everybody.flatMap(({ stakes }) => stakes),
    reports: everybody.flatMap(({ reports }) => reports),
  }
  const acknowledged = writers.flatMap((writer) => writer.acknowledged)
  const lines: string[] = []
  const look = (what: string, wanted: readonly string[], rows: readonly { id: string }[]) => {
    const missing = missingOf(
      wanted,
      rows.map(({ id }) => id),
    )
    if (missing.length > 0)
      lines.push(`${missing.length} of ${wanted.length} ${what} are lost: ${missing[0]}`)
  }
  look('acknowledged rows', acknowledged, await sql<{ id: string }[]>`select distinct id from drill.writes`)
  look(
    'texts to sign',
    people.nonces,
    await sql<{ id: string }[]>`select distinct '0x' || encode(address, 'hex') as id from galx.nonces`,
  )
  look(
    'sessions',
    people.sessions.map(({ address }) => address),
    await sql<{ id: string }[]>`
      select distinct '0x' || encode(a.address, 'hex') as id from galx.sessions s join galx.accounts a on a.id = s.account_id`,
  )
  look(
    'reports',
    people.reports,
    await sql<{ id: string }[]>`select distinct '0x' || encode(tx_hash, 'hex') as id from galx.reports`,
  )
  look(
    'stakes',
    people.stakes.map(({ account }) => account),
    await sql<{ id: string }[]>`
      select distinct '0x' || encode(a.address, 'hex') as id from galx.positions p join galx.accounts a on a.id = p.account_id`,
  )
  const [doubled] = await sql<{ rows: number }[]>`
    select count(*)::int as rows from (select id from drill.writes group by id having count(*) > 1) as twice`
  if (doubled!.rows > 0) lines.push(`${doubled!.rows} rows are there twice`)
  const [positions] = await sql<{ rows: number }[]>`
    select count(*)::int as rows from (
      select a.address from galx.positions p join galx.accounts a on a.id = p.account_id
      where '0x' || encode(a.address, 'hex') = any(string_to_array(${people.stakes.map(({ account }) => account).join()}, ','))
      group by 1 having count(*) > 1) as twice`
  if (positions!.rows > 0) lines.push(`${positions!.rows} stakes are there twice`)
  return lines
}
