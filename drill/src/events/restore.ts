/** The database as it was a moment ago, on a machine of its own: what it needs before people and signatures come back. */
import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { askJson, askText, sampleOf } from '../requests.ts'
import { backUp, restoreScript } from '../machines/backup.ts'
import { untilWhole } from '../machines/cluster.ts'
import { MEMBER, patroniUnit, type Machines } from '../machines/database.ts'
import {
  auditUnit,
  databaseUrl,
  serverUnit,
  signerVariables,
  superuserUrl,
  type Release,
} from '../machines/product.ts'
import { createPeople } from '../load/people.ts'
import { until } from '../waiting.ts'
import type { World } from '../world.ts'
import { time, type DrillEvent } from './event.ts'

const HOST = 'c'
const GOAL_MS = 60_000
const KEPT = Array.from({ length: 100 }, () => `kept-${randomBytes(12).toString('hex')}`)

/** What can be computed from the chain again, up to a block and an epoch, in a few characters. */
async function digestOf(sql: postgres.Sql, block: number, epoch: number): Promise<string> {
  const [row] = await sql<{ digest: string }[]>`
    select md5(concat(
      (select string_agg(concat_ws('/', epoch, encode(hash, 'hex')), ',' order by epoch) from galx.epochs where epoch <= ${epoch}),
      (select string_agg(concat_ws('/', encode(a.address, 'hex'), p.pool_id, p.position, p.tier, p.opened_at,
          encode(p.opened_tx, 'hex')), ',' order by p.pool_id, a.address, p.position)
        from galx.positions p join galx.accounts a on a.id = p.account_id where p.opened_block <= ${block})
    )) as digest`
  return row!.digest
}

/** Deletes what must come back, and waits until the archive holds what came before. @returns the moment before */
async function accident(world: World): Promise<string> {
  const sql = world.sql()
  await sql`insert into drill.writes (id) select unnest(string_to_array(${KEPT.join()}, ','))`
  const [moment] = await sql<{ at: string }[]>`select clock_timestamp()::text as at`
  await sql`delete from drill.writes where id like 'kept-%'`
  const [wal] = await sql<{ name: string }[]>`select pg_walfile_name(pg_switch_wal()) as name`
  await until('the archive to hold it', 120_000, async () => {
    const [row] = await sql<{ done: boolean }[]>`
      select coalesce(last_archived_wal >= ${wal!.name}, false) as done from pg_stat_archiver`
    return row?.done
  })
  return moment!.at
}

function variablesOf(machines: Machines): Record<string, string> {
  const url = databaseUrl(machines, HOST, 'restoredPostgres')
  return { DATABASE_URL: url, DATABASE_DIRECT_URL: url, DATABASE_PREPARE: 'true' }
}

export const restored: DrillEvent = {
  key: 'restore',
  title: 'a restore to a point in time',
  goal: 'under 60 s; secret rotated; old tokens refused; reindex digest equal; signing resumes only after `operator audit`',
  run: async (world) => {
    const { machines, processes, chain, load } = world
    const { place } = machines
    const primary = await untilWhole(machines)
    await backUp(machines, primary)
    const old = await load.people[0].signIn()
    const moment = await accident(world)

    const since = performance.now()
    const command = restoreScript(machines, HOST, moment)
    const member = {
      ...MEMBER,
      ...{ scope: 'galx-restored', name: 'restored', data: 'restored', archive: null },
      ...({ postgres: 'restoredPostgres', patroni: 'restoredPatroni' } as const),
      restore: { command },
    }
    await processes.start(patroniUnit(machines, HOST, member))
    await until('the restored database', 240_000, async () => {
      const response = await fetch(`http://${place.address(HOST, 'restoredPatroni')}/primary`)
      return response.status === 200
    })
    const release: Release = { ...world.release, sessionSecret: randomBytes(32).toString('hex') }
    const variables = variablesOf(machines)
    const port = (name: 'restoredApi' | 'restoredIndexer' | 'restoredSigner') =>
      String(place.port(HOST, name))
    await processes.start(
      serverUnit(machines, HOST, release, 'restored-api', 'api', {
        ...variables,
        API_PORT: port('restoredApi'),
      }),
    )
    const api = `http://${place.address(HOST, 'restoredApi')}`
    await until('an API on the restored database', 120_000, async () => {
      const { body } = await askJson<{ code: number }>(`${api}/api/getAAAUserInfo?address=${old.address}`)
      return body.code === 200
    })
    const took = performance.now() - since

    const sql = postgres(superuserUrl(machines, HOST, 'restoredPostgres'), { max: 1, fetch_types: false })
    try {
      const [rows] = await sql<{ kept: number }[]>`
        select count(*)::int as kept from drill.writes where id = any(string_to_array(${KEPT.join()}, ','))`
      const refused = await fetch(`${api}/api/sessions`, { headers: { authorization: old.token } })
      await refused.arrayBuffer()
      const again = createPeople([api], chain.peopleUrl, chain.deployment)
      await again.signIn()

      const [stand] = await sql<{ block: number; epoch: number; verdict: number }[]>`
        select number::int as block, (select max(epoch)::int from galx.epochs) as epoch,
          (select max(epoch)::int from galx.engine_verdicts) as verdict from galx.cursor`
      const before = await digestOf(sql, stand!.block, stand!.epoch)
      const name = `${HOST}-restored-reindex`
      await processes.start(serverUnit(machines, HOST, release, 'restored-reindex', 'reindex', variables))
      await until('the reindex', 300_000, () => !processes.has(name), 200)
      processes.dismissEnd(name)
      const equal = (await digestOf(sql, stand!.block, stand!.epoch)) === before

      const { waited, resumed } = await signing(world, release, variables, stand!.verdict)
      const facts = [
        `serving after ${time(took)}`,
        `${rows!.kept} of ${KEPT.length} deleted rows are back`,
        `an old token gets ${refused.status}`,
        `the digest of ${stand!.epoch} and earlier epochs after a reindex is ${equal ? 'equal' : 'NOT equal'}`,
        `the signer ${waited ? 'waited' : 'did NOT wait'} for the audit and ${resumed ? 'went on after it' : 'did NOT go on'}`,
      ]
      return {
        measured: facts.join('; '),
        passed:
          took <= GOAL_MS &&
          rows!.kept === KEPT.length &&
          refused.status === 401 &&
          equal &&
          waited &&
          resumed,
      }
    } finally {
      await sql.end({ timeout: 1 })
      const own = processes.names().filter((one) => one.startsWith(`${HOST}-restored`))
      for (const one of own.toReversed()) await processes.stop(one)
    }
  },
}

/** Indexer and signer first, the second engine's verdicts only once the signer says that it waits for them. */
async function signing(
  { machines, processes, chain }: World,
  release: Release,
  variables: Record<string, string>,
  lastVerdict: number,
): Promise<{ waited: boolean; resumed: boolean }> {
  const { place } = machines
  const metrics = () => askText(`http://${place.address(HOST, 'restoredSigner')}/metrics`)
  await processes.start(
    serverUnit(machines, HOST, release, 'restored-indexer', 'indexer', {
      ...variables,
      INDEXER_PORT: String(place.port(HOST, 'restoredIndexer')),
    }),
  )
  await processes.start(
    serverUnit(machines, HOST, release, 'restored-signer', 'signer', {
      ...variables,
      ...signerVariables(),
      SIGNER_PORT: String(place.port(HOST, 'restoredSigner')),
    }),
  )
  const waited = await until('the signer to wait for the audit', 180_000, async () => {
    const text = await metrics()
    return sampleOf(text, 'galx_signer_waits', 'reason="unconfirmed"') === 1
      ? { signed: sampleOf(text, 'galx_signer_signed_epoch') }
      : null
  })
  await processes.startPair(
    auditUnit('c-restored-audit', release, chain.rpcUrl),
    serverUnit(machines, HOST, release, 'restored-verdicts', 'verdicts', variables),
  )
  const resumed = await until('signing after the audit', 240_000, async () => {
    const signed = sampleOf(await metrics(), 'galx_signer_signed_epoch')
    return signed !== null && signed > lastVerdict
  }).catch(() => false)
  return { waited: waited.signed === null || waited.signed <= lastVerdict, resumed }
}
