/** The database, and the state that the indexer and the signer have written there: version, leader, lag, halts, waiting epochs. */
import type { Deployment } from '@galx/protocol/deployment'
import { countLeaders } from '@galx/server/indexer/engine/leaderLock'
import { connect, type Sql } from '@galx/server/platform/database/connection'
import { assertSchema, SchemaError } from '@galx/server/platform/database/migrate'
import { TIME_LIMITS } from '@galx/server/platform/database/timeLimits'
import { readBonusStatus } from '@galx/server/ledger/bonusStatus'
import { readTablesStatus } from '@galx/server/api/status/tablesStatus'
import { firstLine } from '@galx/operator/verify/findings'
import { dateText, durationText } from '@galx/operator/verify/text'
import { ok, warning, wrong, type Finding } from './finding.ts'

/** The oldest PostgreSQL that the tests run on. */
const OLDEST_MAJOR = 15
/** Blocks that the tables may be behind the final block. */
const BEHIND = 200
/** Seconds by which a replica, or the database's clock, may differ. */
const REPLICA_SECONDS = 5
const OFF = 5

export type DatabaseQuestion = {
  url: string
  /** the replica's address; null without a replica */
  readUrl: string | null
  deployment: Deployment
  /** the number of the final block; null: no node names it */
  final: bigint | null
  /** unix seconds */
  now: number
}

export async function examineDatabase(question: DatabaseQuestion): Promise<Finding[]> {
  const findings = await onConnection('DATABASE_URL', question.url, async (sql) => [
    ...(await server(sql, question.now)),
    ...(await schema(sql)),
    ...(await indexer(sql, question)),
  ])
  if (question.readUrl === null) return findings
  return [...findings, ...(await onConnection('DATABASE_READ_URL', question.readUrl, replica))]
}

async function onConnection(
  name: string,
  url: string,
  work: (sql: Sql) => Promise<Finding[]>,
): Promise<Finding[]> {
  const sql = connect(url, { name: 'galx doctor', max: 1, limits: TIME_LIMITS.write })
  try {
    return await work(sql)
  } catch (error) {
    return [wrong('database', `${name}: ${firstLine(error)}`, 'start the database, or correct the address')]
  } finally {
    await sql.end({ timeout: 1 })
  }
}

type Server = {
  version: number
  text: string
  standby: boolean
  used: number
  most: number
  size: string
  seconds: number
}

async function server(sql: Sql, now: number): Promise<Finding[]> {
  const [row] = await sql<Server[]>`
    select current_setting('server_version_num')::integer / 10000 as version, current_setting('server_version') as text,
      pg_is_in_recovery() as standby, (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::integer as most, pg_size_pretty(pg_database_size(current_database())) as size,
      extract(epoch from clock_timestamp())::bigint as seconds`
  const { version, text, standby, used, most, size, seconds } = row!
  return [
    version < OLDEST_MAJOR
      ? wrong('database', `PostgreSQL ${text} is older than ${OLDEST_MAJOR}`, 'upgrade it')
      : ok('database', `PostgreSQL ${text}, ${size}`),
    standby
      ? wrong('database', 'DATABASE_URL leads to a standby, which takes no writes', 'point it to the primary')
      : ok('database', 'it takes writes'),
    used * 10 > most * 8
      ? warning(
          'database',
          `${used} of ${most} connections are used`,
          'lower DATABASE_CONNECTIONS, or use PgBouncer',
        )
      : ok('database', `${used} of ${most} connections are used`),
    Math.abs(seconds - now) > OFF
      ? wrong(
          'clock',
          `the database's clock differs by ${Math.abs(seconds - now)} s`,
          'synchronise both clocks',
        )
      : ok('clock', "the database's clock agrees"),
  ]
}

async function schema(sql: Sql): Promise<Finding[]> {
  try {
    await assertSchema(sql)
    const [row] = await sql<{ version: number }[]>`select max(version) as version from galx.migrations`
    return [ok('database', `the schema is version ${row!.version}, which this version works with`)]
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    return [wrong('database', error.message, 'npm run migrate -w server, or run the version that fits')]
  }
}

async function indexer(sql: Sql, { deployment, final, now }: DatabaseQuestion): Promise<Finding[]> {
  const leaders = await countLeaders(sql)
  const { indexed, totals, halted } = await readTablesStatus(sql)
  const [alone] = await sql<
    { block: number | null }[]
  >`select min(from_block) as block from galx.unconfirmed_ranges`
  return [
    leaders === 1
      ? ok('indexer', 'one indexer leads')
      : wrong('indexer', 'no indexer leads', 'start one; docs/runbook.md, "Alerts"'),
    halted === null
      ? ok('indexer', 'indexing has not halted')
      : wrong(
          'indexer',
          `indexing has halted at block ${halted.block}, ${dateText(BigInt(halted.since))}`,
          'docs/runbook.md, "The indexer halted"',
        ),
    lag('the tables stand', indexed?.block ?? null, final),
    lag('totals stand', totals?.block ?? null, final),
    alone!.block === null
      ? ok('indexer', 'no block waits for a second node’s confirmation')
      : warning(
          'indexer',
          `some blocks, the first ${alone!.block}, came from one node alone`,
          'bring the other nodes back',
        ),
    ...(await bonuses(sql, deployment, now)),
  ]
}

function lag(what: string, block: number | null, final: bigint | null): Finding {
  if (block === null) return wrong('indexer', `${what} at no block yet`, 'start an indexer')
  if (final === null)
    return warning(
      'indexer',
      `${what} at block ${block}; no node says how far the chain is`,
      'look at the lines "nodes"',
    )
  const behind = Math.max(0, Number(final) - block)
  return behind > BEHIND
    ? warning(
        'indexer',
        `${what} ${behind} blocks behind`,
        'docs/runbook.md, "Alerts": galx_indexer_lag_blocks',
      )
    : ok('indexer', `${what} at block ${block}, ${behind} behind`)
}

async function bonuses(sql: Sql, deployment: Deployment, now: number): Promise<Finding[]> {
  const { settled, late } = await readBonusStatus(sql, deployment, now)
  const upTo = settled === null ? 'no epoch is signed yet' : `signed up to epoch ${settled.epoch}`
  if (late === null) return [ok('epochs', `${upTo}, none is late`)]
  const since = durationText(BigInt(now - late.since))
  return [
    wrong(
      'epochs',
      `${upTo}; the next epoch is late by ${since}: ${late.reason}`,
      'docs/runbook.md, "Bonuses are late"',
    ),
  ]
}

async function replica(sql: Sql): Promise<Finding[]> {
  const [row] = await sql<{ standby: boolean; behind: number | null }[]>`
    select pg_is_in_recovery() as standby,
      case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
        else extract(epoch from now() - pg_last_xact_replay_timestamp())::bigint end as behind`
  const { standby, behind } = row!
  if (!standby) return [warning('database', 'DATABASE_READ_URL leads to a primary', 'point it to a replica')]
  if (behind === null)
    return [
      warning(
        'database',
        'the delay of the replica is unknown: it has replayed no transaction',
        'start its replication',
      ),
    ]
  return [
    behind > REPLICA_SECONDS
      ? warning('database', `the replica is ${behind} s behind`, 'look at its load and its network')
      : ok('database', `the replica is ${behind} s behind`),
  ]
}
