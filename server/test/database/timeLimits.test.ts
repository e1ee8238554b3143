/** The limits that PostgreSQL itself enforces, by kind of work, and how long a caller waits for a connection. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { copyDatabase, type TestDatabase } from '@galx/stack/testing/databaseCluster'
import { connect, type ConnectionOptions, type Sql } from '../../src/platform/database/connection.ts'
import {
  DatabaseBusyError,
  DatabaseUnavailableError,
  TransactionConflictError,
} from '../../src/platform/database/faults.ts'
import { TIME_LIMITS } from '../../src/platform/database/timeLimits.ts'
import { transact } from '../../src/platform/database/transaction.ts'
import { waitFor } from '../support/wait.ts'

let database: TestDatabase
const opened: Sql[] = []

beforeAll(async () => {
  database = await copyDatabase(process.env.TEST_CLUSTER_URL!)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((sql) => sql.end({ timeout: 0 })))
})
afterAll(() => database?.stop())

function open(options: Omit<ConnectionOptions, 'name'>): Sql {
  const sql = connect(database.url, { name: 'test', ...options })
  opened.push(sql)
  return sql
}

function faultOf(work: Promise<unknown>) {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

test.each(Object.entries(TIME_LIMITS))(
  'a connection for the work "%s" has its limits',
  async (_work, limits) => {
    const sql = open({ max: 1, limits })
    const settings = await sql<{ name: string; setting: string }[]>`
    select name, setting from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'default_transaction_read_only')`
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      statement_timeout: String(limits.statement),
      lock_timeout: String(limits.lock),
      idle_in_transaction_session_timeout: String(limits.idleInTransaction),
      default_transaction_read_only: limits.readOnly ? 'on' : 'off',
    })
  },
)

test('a statement that takes too long, or waits too long for a lock, releases its connection', async () => {
  const limits = { ...TIME_LIMITS.write, statement: 400, lock: 100 }
  const sql = open({ max: 1, limits })
  expect(await faultOf(sql`select pg_sleep(20)`)).toBeInstanceOf(TransactionConflictError)
  const holder = open({ max: 1 })
  await holder`begin`
  await holder`lock table galx.announcements in access exclusive mode`
  const fault = await faultOf(sql`select from galx.announcements`)
  expect(fault).toBeInstanceOf(TransactionConflictError)
  expect((fault as Error).message).toContain('lock timeout')
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  await holder`rollback`
})

test('a statement of a dead program ends, even if it waits for a lock', async () => {
  const [holder, looker] = [open({ max: 1 }), open({ max: 1 })]
  await holder`begin`
  await holder`lock table galx.announcements in access exclusive mode`
  const limits = { ...TIME_LIMITS.aggregate, lock: TIME_LIMITS.aggregate.statement }
  const gone = connect(database.url, { name: 'test gone', max: 1, limits })
  const fault = faultOf(gone`select from galx.announcements`)
  const sessions = () => looker<{ wait: string | null }[]>`
    select wait_event_type as wait from pg_stat_activity
    where datname = current_database() and application_name = 'test gone'`
  await waitFor('the statement to wait for the lock', async () => (await sessions())[0]?.wait === 'Lock')
  await gone.end({ timeout: 0 })
  expect(await fault).toBeInstanceOf(DatabaseUnavailableError)
  await waitFor('its session to end', async () => (await sessions()).length === 0)
  await holder`rollback`
})

test('a read-only connection cannot write', async () => {
  const sql = open({ max: 1, limits: TIME_LIMITS.read })
  const written = sql`insert into galx.accounts (address) values (${`0x${'ab'.repeat(20)}`})`
  expect(await faultOf(written)).toBeInstanceOf(DatabaseUnavailableError)
})

describe('a full pool', () => {
  /** Occupies both connections of a pool until `release` is called. */
  async function fill(acquireTimeout: number) {
    const holder = open({ max: 1 })
    await holder`select pg_advisory_lock(7)`
    const sql = open({ max: 2, acquireTimeout })
    const takers = [
      sql`select pg_advisory_xact_lock(7)`,
      transact(sql, (one) => one`select pg_advisory_xact_lock(7)`),
    ]
    const release = async () => {
      await holder`select pg_advisory_unlock(7)`
      await Promise.all(takers)
    }
    for (const taker of takers)
      taker.then(
        () => {},
        () => {},
      )
    return { sql, release }
  }

  test('refuses a statement or transaction after the longest wait, and executes no part of it', async () => {
    const { sql, release } = await fill(300)
    // The connections stay occupied until `release`. Without a limit these three statements would wait forever.
    const faults = await Promise.all([
      faultOf(sql`insert into galx.accounts (address) values (${`0x${'01'.repeat(20)}`})`),
      faultOf(
        transact(sql, (one) => one`insert into galx.accounts (address) values (${`0x${'02'.repeat(20)}`})`),
      ),
      faultOf(sql.unsafe('select 1')),
    ])
    for (const fault of faults) expect(fault).toBeInstanceOf(DatabaseBusyError)
    await release()
    expect(await sql`select address from galx.accounts`).toEqual([])
  })

  test('serves waiting callers in their order, one at a time on each connection', async () => {
    const { sql, release } = await fill(20_000)
    const order = new Map<number, number[]>()
    const waiting = Array.from({ length: 20 }, async (_, index) => {
      const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.001)`
      order.set(row!.pid, [...(order.get(row!.pid) ?? []), index])
    })
    await release()
    await Promise.all(waiting)
    // A busy machine may delay one of the connections. Each connection still serves in order.
    for (const served of order.values()) expect(served).toEqual([...served].sort((a, b) => a - b))
    expect([...order.values()].flat()).toHaveLength(20)
  })

  test('has all its places again after faults of every kind', async () => {
    const sql = open({ max: 2, acquireTimeout: 1_000, limits: { ...TIME_LIMITS.write, statement: 200 } })
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        faultOf(sql`select 1 / 0`),
        faultOf(sql`select pg_sleep(5)`),
        faultOf(sql`no such statement`),
        faultOf(transact(sql, () => Promise.reject(new Error('its own')))),
        faultOf(transact(sql, (one) => one`select pg_terminate_backend(pg_backend_pid())`)),
      ])
    }
    const answers = await Promise.all(Array.from({ length: 10 }, () => sql`select 1 as one`))
    for (const answer of answers) expect(answer).toEqual([{ one: 1 }])
  })
})
