/** A second connection reads the snapshot of a transaction, and neither survives the other. */
import { copyDatabase } from '@galx/stack/testing/databaseCluster'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { DatabaseUnavailableError } from '../../src/platform/database/faults.ts'
import { transactWithSnapshot } from '../../src/platform/database/transaction.ts'
import { TIME_LIMITS } from '../../src/platform/database/timeLimits.ts'
import { FatalError } from '../../src/platform/faults.ts'
import { waitFor } from '../support/wait.ts'

const HOW = { name: 'test reader', limits: TIME_LIMITS.aggregate }

let database: Awaited<ReturnType<typeof copyDatabase>>
let other: Sql
let sql: Sql

beforeAll(async () => {
  database = await copyDatabase(process.env.TEST_CLUSTER_URL!)
  other = connect(database.url, { name: 'test', max: 2 })
  sql = connect(database.url, { name: 'test leader', max: 1 })
}, 120_000)
afterAll(async () => {
  await Promise.all([sql?.end({ timeout: 1 }), other?.end({ timeout: 1 })])
  await database?.stop()
})
beforeEach(() =>
  other.unsafe(
    'create schema if not exists second; create table if not exists second.notes (note text); create table if not exists public.notes (note text); truncate second.notes, public.notes',
  ),
)

async function notes(): Promise<string[]> {
  return (await other<{ note: string }[]>`select note from public.notes order by 1`).map(({ note }) => note)
}

/** Waits for the end of the second connection's session, a moment after the transaction. */
async function readerGone(): Promise<void> {
  await waitFor('the second connection to end', async () => {
    const sessions = await other`
      select from pg_stat_activity where datname = current_database() and application_name = ${HOW.name}`
    return sessions.count === 0
  })
}

test('the second connection sees only rows that were committed at the time of the snapshot', async () => {
  await other`insert into public.notes values ('before')`
  const seen = await transactWithSnapshot(sql, HOW, async (transaction, read) => {
    await transaction`insert into public.notes values ('mine')`
    return read(async (beside) => {
      await other`insert into public.notes values ('later')`
      return (await beside<{ note: string }[]>`select note from public.notes`).map(({ note }) => note)
    })
  })
  expect(seen).toEqual(['before'])
  expect(await notes()).toEqual(['before', 'later', 'mine'])
  await readerGone()
})

test('both connections work at the same time, and the second has its own limits and refuses to write', async () => {
  const limit = await transactWithSnapshot(sql, HOW, async (transaction, read) => {
    const reading = read(async (beside) => {
      await waitFor('the first connection to take the lock', async () => {
        const [row] = await beside<{ held: boolean }[]>`
          select exists (select from pg_locks where locktype = 'advisory' and objid = 77
            and database = (select oid from pg_database where datname = current_database())) as held`
        return row!.held
      })
      const [row] = await beside<{ limit: string }[]>`select current_setting('statement_timeout') as limit`
      return row!.limit
    })
    await transaction`select pg_advisory_xact_lock(77)`
    return reading
  })
  expect(limit).toBe('10min')
  const writing = transactWithSnapshot(sql, HOW, (_transaction, read) =>
    read((beside) => beside`insert into public.notes values ('no')`),
  )
  await expect(writing).rejects.toThrow('read-only')
})

test('the second connection’s statements are renamed like those of the first', async () => {
  const renamed = connect(database.url, {
    name: 'test renamed',
    max: 1,
    rename: (text) => text.replace('public.', 'second.'),
  })
  await other`insert into second.notes values ('second')`
  const seen = await transactWithSnapshot(renamed, HOW, (_transaction, read) =>
    read((beside) => beside`select note from public.notes`),
  )
  expect([...seen]).toEqual([{ note: 'second' }])
  await renamed.end({ timeout: 1 })
})

test('an error in the second connection’s work rolls the transaction back', async () => {
  class OwnError extends FatalError {}
  const failing = transactWithSnapshot(sql, HOW, async (transaction, read) => {
    const reading = read(() => Promise.reject(new OwnError('mine')))
    reading.catch(() => {})
    await transaction`insert into public.notes values ('undone')`
    await reading
  })
  await expect(failing).rejects.toThrow(OwnError)
  expect(await notes()).toEqual([])
  await readerGone()
})

test('if the second connection is lost or cannot be opened, the transaction is rolled back with a retryable error', async () => {
  const [before] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  const losing = transactWithSnapshot(sql, HOW, async (transaction, read) => {
    await transaction`insert into public.notes values ('undone')`
    await read(async (beside) => {
      const [row] = await beside<{ pid: number }[]>`select pg_backend_pid() as pid`
      await other`select pg_terminate_backend(${row!.pid})`
      await beside`select 1`
    })
  })
  await expect(losing).rejects.toThrow(DatabaseUnavailableError)
  expect(await notes()).toEqual([])
  // The first connection is the same, so its locks are still its own.
  expect(await sql`select pg_backend_pid() as pid`).toEqual([before])

  const [{ role } = { role: '' }] = await other<
    { role: string }[]
  >`select current_database() || '_one' as role`
  await other.unsafe(`create role "${role}" login password 'one' connection limit 1`)
  const url = new URL(database.url)
  Object.assign(url, { username: role, password: 'one' })
  const single = connect(url.href, { name: 'test single', max: 1 })
  const refused = transactWithSnapshot(single, HOW, async (transaction, read) => {
    await transaction`select 1`
    await read((beside) => beside`select 1`)
  })
  await expect(refused).rejects.toThrow(DatabaseUnavailableError)
  await single.end({ timeout: 1 })
  await waitFor('the role to be unused', async () => {
    const sessions = await other`select from pg_stat_activity where usename = ${role}`
    return sessions.count === 0
  })
  await other.unsafe(`drop role "${role}"`)
})

test('if the first connection is lost, nobody waits for the second connection', async () => {
  const started = performance.now()
  const losing = transactWithSnapshot(sql, HOW, async (transaction, read) => {
    const [row] = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`
    await read(async (beside) => {
      await other`select pg_terminate_backend(${row!.pid})`
      await beside`select pg_sleep(60)`
    })
    await transaction`insert into public.notes values ('never')`
  })
  await expect(losing).rejects.toThrow(DatabaseUnavailableError)
  expect(performance.now() - started).toBeLessThan(30_000)
  await waitFor('the connection to work again', async () => (await sql`select 1`).count === 1)
  expect(await notes()).toEqual([])
})

test('if both connections are lost at once, in any state, the transaction fails and the process continues', async () => {
  for (const pause of [0, 1, 5]) {
    for (const busy of [true, false]) {
      const losing = transactWithSnapshot(sql, HOW, async (transaction, read) => {
        const [first] = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`
        const reading = read(async (beside) => {
          const [second] = await beside<{ pid: number }[]>`select pg_backend_pid() as pid`
          await other`select pg_terminate_backend(pid) from unnest(${[second!.pid, first!.pid]}::bigint[]::integer[]) as pid`
          if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
          await beside`select pg_sleep(60)`
        })
        reading.catch(() => {})
        if (busy) await transaction`select pg_sleep(60)`
        await reading
        await transaction`insert into public.notes values ('never')`
      })
      await expect(losing).rejects.toThrow(DatabaseUnavailableError)
      await waitFor('the connection to work again', async () => (await sql`select 1`).count === 1)
    }
  }
  expect(await notes()).toEqual([])
})
