/** A database killed with SIGKILL under load, seen from the process that uses it. An unhandled error fails the whole run. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeDatabase, startDatabase, type Database } from '@galx/stack/database/startDatabase'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import {
  DataRejectedError,
  DatabaseConfigurationError,
  DatabaseUnavailableError,
  TransactionConflictError,
  databaseFault,
  isConnectionLost,
} from '../../src/platform/database/faults.ts'
import { InvariantViolationError, FatalError, RetryableError } from '../../src/platform/faults.ts'
import { savepoint, transact } from '../../src/platform/database/transaction.ts'
import { waitFor } from '../support/wait.ts'
import { NIGHTLY } from '../support/nightly.ts'

const KILLS = NIGHTLY ? 6 : 2
/** More workers than connections, so that queries also wait in the driver's queue. */
const WORKERS = 24
const CONNECTIONS = 10

let folder: string
let database: Database
let sql: Sql
let losses = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galx-lost-'))
  database = await startDatabase({ dataDirectory: join(folder, 'database') })
  sql = connect(database.url, { name: 'test', max: CONNECTIONS, onLost: () => (losses += 1) })
  await sql`create table pairs (worker int not null, number int not null, half int not null)`
})
afterAll(async () => {
  await sql?.end({ timeout: 1 })
  await database?.stop()
  removeDatabase(join(folder, 'database'))
  rmSync(folder, { recursive: true, force: true })
})

test('after repeated kills of the database under load, no query hangs, no transaction is halved and every connection comes back', async () => {
  let running = true
  const done = Array.from({ length: WORKERS }, () => 0)
  /** pairs whose commit was confirmed */
  const confirmed = new Set<string>()
  const faults: unknown[] = []
  const work = async (worker: number) => {
    for (let number = 0; running; number += 1)
      try {
        if (worker % 3 === 0)
          await sql`select count(*) from pairs where worker = ${worker} and number = ${number}`
        else {
          await transact(sql, async (transaction) => {
            await transaction`insert into pairs values (${worker}, ${number}, 1)`
            await savepoint(transaction, (inner) => inner`insert into pairs values (${worker}, ${number}, 2)`)
          })
          confirmed.add(`${worker}:${number}`)
        }
        done[worker]! += 1
      } catch (error) {
        faults.push(error)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
  }
  const workers = done.map((_, worker) => work(worker))
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = [...done]
    await waitFor('every worker to work', async () =>
      done.every((count, worker) => count > before[worker]! + 3),
    )
    process.kill(database.pid, 'SIGKILL')
    await database.process.ended
    database = await startDatabase({ dataDirectory: join(folder, 'database'), port: database.port })
  }
  const before = [...done]
  await waitFor('every worker to continue', async () =>
    done.every((count, worker) => count > before[worker]! + 3),
  )
  running = false
  // The workers never end if one query has not settled.
  await Promise.all(workers)

  // One loss is reported for each kill, not for each connection. On a busy machine a slow attempt may be given up, which is another loss.
  expect(losses).toBeGreaterThanOrEqual(KILLS)
  expect(losses).toBeLessThan(2 * KILLS)
  expect(faults.length).toBeGreaterThanOrEqual(KILLS)
  expect(faults.filter((error) => !isConnectionLost(error))).toEqual([])
  const rows = await sql<{ pair: string; halves: number[] }[]>`
    select worker || ':' || number as pair, json_agg(half order by half) as halves from pairs group by worker, number`
  expect(rows.filter(({ halves }) => halves.join() !== '1,2')).toEqual([])
  const stored = new Set(rows.map(({ pair }) => pair))
  expect([...confirmed].filter((pair) => !stored.has(pair))).toEqual([])
  // A renewed pool has a moment to finish. Then its sessions are gone.
  await waitFor('the sessions of one pool only', async () => {
    const [sessions] = await sql<{ count: number }[]>`
      select count(*) from pg_stat_activity where application_name = 'test'`
    return sessions!.count <= CONNECTIONS
  })
}, 120_000)

test('a session that the server ends is a loss, reported once, and the next query works', async () => {
  const before = losses
  const failure = await sql`select pg_terminate_backend(pg_backend_pid())`.catch((error: unknown) => error)
  expect(isConnectionLost(failure)).toBe(true)
  await waitFor('the loss to be noticed', async () => losses > before)
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  expect(losses).toBe(before + 1)
})

test('a failed statement does not count as a lost connection', async () => {
  const before = losses
  const failure = await transact(sql, (transaction) => transaction`select 1 / 0`).catch(
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(DataRejectedError)
  expect(isConnectionLost(failure)).toBe(false)
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  expect(losses).toBe(before)
})

function ofNode(code: string) {
  return Object.assign(new Error(code), { code })
}
function ofServer(code: string, severity = 'ERROR') {
  return Object.assign(new postgres.PostgresError(code), { code, severity })
}

test.each([
  // [error, whether the connection is lost, the resulting class; null: unchanged]
  [ofNode('CONNECTION_CLOSED'), true, DatabaseUnavailableError],
  [ofNode('CONNECTION_DESTROYED'), true, DatabaseUnavailableError],
  [ofNode('CONNECT_TIMEOUT'), true, DatabaseUnavailableError],
  [ofNode('ECONNREFUSED'), true, DatabaseUnavailableError],
  [ofNode('ECONNRESET'), true, DatabaseUnavailableError],
  [ofNode('EPIPE'), true, DatabaseUnavailableError],
  [ofNode('ETIMEDOUT'), true, DatabaseUnavailableError],
  [ofNode('EHOSTUNREACH'), true, DatabaseUnavailableError],
  [ofNode('ENETUNREACH'), true, DatabaseUnavailableError],
  [ofNode('ERR_STREAM_WRITE_AFTER_END'), true, DatabaseUnavailableError],
  [ofNode('ENOTFOUND'), false, DatabaseUnavailableError],
  [ofNode('EAI_AGAIN'), false, DatabaseUnavailableError],
  [ofNode('ENOENT'), false, DatabaseUnavailableError],
  [ofServer('08006', 'FATAL'), true, DatabaseUnavailableError],
  [ofServer('53300', 'FATAL'), true, DatabaseUnavailableError],
  [ofServer('53100'), false, DatabaseUnavailableError],
  [ofServer('57P01', 'FATAL'), true, DatabaseUnavailableError],
  [ofServer('57P03', 'FATAL'), true, DatabaseUnavailableError],
  [ofServer('25006'), false, DatabaseUnavailableError],
  [ofServer('57014'), false, TransactionConflictError],
  [ofServer('55P03'), false, TransactionConflictError],
  [ofServer('40001'), false, TransactionConflictError],
  [ofServer('28P01', 'FATAL'), true, DatabaseConfigurationError],
  [ofServer('3D000', 'FATAL'), true, DatabaseConfigurationError],
  [ofServer('23505'), false, DataRejectedError],
  [ofServer('22003'), false, DataRejectedError],
  [ofServer('42601'), false, null],
  [ofNode('ERR_INVALID_URL'), false, null],
  [ofNode('08'), false, null],
  [ofNode('22003'), false, null],
  [new Error('no code'), false, null],
  [null, false, null],
  [undefined, false, null],
])('%s: connection lost %s, becomes %s', (error, lost, family) => {
  expect(isConnectionLost(error)).toBe(lost)
  const fault = databaseFault(error)
  if (family === null) expect(fault).toBe(error)
  else {
    expect(fault).toBeInstanceOf(family)
    expect((fault as Error).cause).toBe(error)
    expect(isConnectionLost(fault)).toBe(lost && family === DatabaseUnavailableError)
  }
})

test('retryable errors are distinguished from fatal errors', () => {
  for (const passing of [DatabaseUnavailableError, TransactionConflictError])
    expect(passing.prototype).toBeInstanceOf(RetryableError)
  for (const lasting of [DataRejectedError, DatabaseConfigurationError])
    expect(lasting.prototype).toBeInstanceOf(FatalError)
  expect(DataRejectedError.prototype).toBeInstanceOf(InvariantViolationError)
})

test('a message that quotes a whole list is shortened', async () => {
  const list = 'x,'.repeat(100_000)
  const refused = await sql`select ${list}::text::int[]`.catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(DataRejectedError)
  expect((refused as Error).message).toMatch(/^malformed array literal: .{470,490}…$/)
})
