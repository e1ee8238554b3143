/**
 * The only place that converts PostgreSQL's values:
 *   bytea   ↔ `0x…` lowercase hex
 *   numeric ↔ bigint (every numeric of our tables is a whole number of wei)
 *   bigint  ↔ number (ids, block numbers, counts, unix seconds: all below 2^53, checked)
 * `sum()` of bigints is numeric in PostgreSQL and arrives as a bigint; `count(*)` arrives as a number.
 * Lists of these types are written (`${list}::bytea[]`), never read: an array arrives as PostgreSQL's text. Use `json_agg` instead.
 */
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { databaseFault } from './faults.ts'
import { listOf, writeBytes, writeWhole, writeWord } from './lists.ts'
import { renamed, type Rename } from './renaming.ts'
import { startParameters, type TimeLimits } from './timeLimits.ts'
import { Semaphore } from './semaphore.ts'

/** PostgreSQL's type OIDs; they never change. */
const INT8 = 20
const BYTEA = 17
const NUMERIC = 1700
const LISTS = { smallint: 1005, integer: 1007, int8: 1016, text: 1009, bytea: 1001, numeric: 1231 }

const scalars = {
  bytea: {
    to: BYTEA,
    from: [BYTEA],
    serialize: (hex: string) => {
      if (!/^0x(?:[0-9a-f]{2})*$/i.test(hex)) throw new TypeError(`not 0x-hex bytes: ${hex.slice(0, 80)}`)
      return `\\x${hex.slice(2)}`
    },
    parse: (text: string) => `0x${text.slice(2)}` as `0x${string}`,
  },
  numeric: {
    to: NUMERIC,
    from: [NUMERIC],
    serialize: (value: bigint | string) => value.toString(),
    parse: (text: string) => BigInt(text),
  },
  int8: {
    to: INT8,
    from: [INT8],
    serialize: (value: number | bigint) => value.toString(),
    parse: (text: string) => {
      const value = Number(text)
      if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a JavaScript number`)
      return value
    },
  },
}

function list(type: number, write: Parameters<typeof listOf>[1]) {
  return {
    to: type,
    from: [],
    serialize: (values: Parameters<typeof listOf>[0]) => listOf(values, write),
    parse: (text: string) => text,
  }
}

const types = {
  ...scalars,
  smallints: list(LISTS.smallint, writeWhole),
  integers: list(LISTS.integer, writeWhole),
  int8s: list(LISTS.int8, writeWhole),
  texts: list(LISTS.text, writeWord),
  byteas: list(LISTS.bytea, writeBytes),
  numerics: list(LISTS.numeric, writeWhole),
}

/**
 * The driver would send a JavaScript bigint as int8 and lose amounts above 2^63, so the type of parameters excludes bigint.
 * Pass `amount.toString()`, and PostgreSQL uses the column's own type. Pass lists as `${list}::bytea[]` of strings.
 */
export type Sql = postgres.Sql
/** The handle that query functions take: a connection pool or a running transaction. */
export type Queryable = postgres.ISql

export type ConnectionOptions = {
  /** shown in pg_stat_activity */
  name: string
  /** the largest number of connections; 1 makes a direct connection, whose session state (locks) belongs to this program */
  max?: number
  /** false behind PgBouncer in transaction mode: no prepared statements, and no start-up parameters that PgBouncer refuses */
  prepare?: boolean
  /** the time limits of the statements, by kind of work; none for tests and measurements */
  limits?: TimeLimits
  /**
   * Milliseconds that a statement or a transaction waits for a free connection before it fails with DatabaseBusyError. Each connection then has one
   * statement at a time, so that a slow statement delays no other statement. Without a timeout the wait has no limit.
   */
  acquireTimeout?: number
  /** changes each statement before it is sent */
  rename?: Rename
  /** called at each loss of connections that worked */
  onLost?: () => void
}

/** Milliseconds in which queries on the other connections of a lost pool may finish. */
const GRACE = 2_000
/** This many milliseconds after the end of a pool, each earlier connection attempt has succeeded or failed: more than CONNECT_TIMEOUT. */
const SETTLED = 6_000
const CONNECT_TIMEOUT = 5

/**
 * Opens connections to PostgreSQL, each at its first use. A dead peer is detected within about five seconds on both sides.
 *
 * A lost connection renews the whole pool, because the driver (postgres 3.4.9) does not recover a connection that broke in use. The driver keeps
 * received bytes and a planned write, which garble or block the next start-up in the same slot. A query that starts between the socket's error and
 * its close never settles. A broken pool therefore gets no new queries, has a short time to finish the others, and is then destroyed, which fails
 * all remaining queries. Transactions also need `transact` (transaction.ts). The pool is not ended at once: a connection that ends while queries
 * wait takes one of these queries, connects again, and is never ended. A connection attempt under way survives the end, so the pool is closed once
 * more.
 * @throws TypeError for a URL that is not a PostgreSQL address
 */
export function connect(databaseUrl: string, options: ConnectionOptions): Sql {
  assertDatabaseUrl(databaseUrl)
  const ending = new AbortController()
  const retired = new Set<Promise<void>>()
  const max = options.max ?? 10
  let semaphore: Semaphore | null = null
  let current = open()

  function open(): Sql {
    // A lost pool keeps its semaphore: its remaining queries do not delay later ones.
    semaphore = options.acquireTimeout === undefined ? null : new Semaphore(max, options.acquireTimeout)
    // Only a connection that worked can break. A refused attempt leaves nothing behind and needs no new pool.
    let worked = false
    const pool: Sql = postgres(databaseUrl, {
      ...SETTINGS,
      max,
      prepare: options.prepare ?? true,
      onparameter: () => (worked = true),
      onclose: () => {
        if (ending.signal.aborted || !worked || current !== pool) return
        current = open()
        const retirement = retire(pool, ending.signal).finally(() => retired.delete(retirement))
        retired.add(retirement)
        options.onLost?.()
      },
      connection: {
        application_name: options.name,
        ...(options.prepare === false
          ? {}
          : { ...SERVER_KEEPALIVES, ...(options.limits ? startParameters(options.limits) : {}) }),
      } as never,
    })
    return pool
  }

  const end: Sql['end'] = async (how) => {
    ending.abort()
    await Promise.all([current.end(how), ...retired])
  }
  const unsafe = (...given: Parameters<Sql['unsafe']>) => prepared(current.unsafe(...given), semaphore)
  const sql = new Proxy(current, {
    apply: (_first, _this, given) => prepared(Reflect.apply(current, undefined, given), semaphore),
    get: (_first, name) =>
      name === 'end' ? end : name === 'unsafe' ? unsafe : (Reflect.get(current, name) as unknown),
  })
  semaphores.set(sql, () => semaphore)
  const handle = options.rename === undefined ? sql : renamed(sql, options.rename)
  const { prepare, rename } = options
  const same = { ...(prepare !== undefined && { prepare }), ...(rename && { rename }) }
  reopen.set(handle, (others) => connect(databaseUrl, { ...same, ...others }))
  return handle
}

const reopen = new WeakMap<Sql, (others: Pick<ConnectionOptions, 'name' | 'max' | 'limits'>) => Sql>()

/** Opens, at its first use, one more connection to the database of `sql`. Its statements are renamed like those of `sql`. */
export function openSecondConnection(
  sql: Sql,
  options: Required<Pick<ConnectionOptions, 'name' | 'limits'>>,
): Sql {
  return reopen.get(sql)!({ ...options, max: 1 })
}

const semaphores = new WeakMap<Sql, () => Semaphore | null>()

/** The pool's semaphore, which a transaction must acquire first; null if the wait has no limit. */
export function semaphoreOf(sql: Sql): Semaphore | null {
  return semaphores.get(sql)?.() ?? null
}

/** The driver's functions that settle and start a query. They are set before the query runs. */
type DriverQuery = {
  resolve?: (value: unknown) => unknown
  reject?: (error: unknown) => unknown
  handler: (query: DriverQuery) => unknown
}

/**
 * Makes a query wait for its place in the pool, and fail with an error of our classes (faults.ts). A query that is only a part of another query
 * never starts, so it takes no place. Queries of a transaction do not pass here: `transact` handles their places and errors.
 */
function prepared<Made>(made: Made, semaphore: Semaphore | null): Made {
  const query = made as DriverQuery
  const { resolve, reject, handler } = query
  if (!(made instanceof Promise && resolve && reject)) return made
  query.reject = (error) => reject(databaseFault(error))
  if (semaphore === null) return made
  query.handler = () =>
    semaphore.acquire(() => {
      let left = false
      const leave = () => {
        if (!left) semaphore.release()
        left = true
      }
      query.resolve = (value) => {
        leave()
        return resolve(value)
      }
      query.reject = (error) => {
        leave()
        return reject(databaseFault(error))
      }
      handler(query)
    }, reject)
  return made
}

/** Lets `pool` finish, then destroys the pool. Destroys the pool at once when `abort` aborts. */
async function retire(pool: Sql, abort: AbortSignal): Promise<void> {
  const wait = (milliseconds: number) =>
    pause(milliseconds, undefined, { signal: abort, ref: false }).catch(() => {})
  await wait(GRACE)
  await pool.end({ timeout: 0 })
  await wait(SETTLED)
  // The driver has `close`, but its types do not. The call is not awaited, because it never settles for a destroyed connection.
  void (pool as Sql & { close(): Promise<unknown> }).close()
}

/**
 * Lets the server detect a dead peer, even while a statement runs or waits for a lock. Otherwise the statement would keep its locks until its
 * time limit ends. PgBouncer ends connections with unknown start-up parameters.
 */
const SERVER_KEEPALIVES = {
  tcp_keepalives_idle: 2,
  tcp_keepalives_interval: 1,
  tcp_keepalives_count: 3,
  client_connection_check_interval: 1_000,
}

const SETTINGS = {
  types,
  // The driver fetches types in its own query. If the connection is lost meanwhile, an unhandled rejection would end the process.
  fetch_types: false,
  connect_timeout: CONNECT_TIMEOUT,
  keep_alive: 2,
  max_lifetime: null,
  idle_timeout: 0,
  // Seconds between two attempts of one connection. Short, because a person waits.
  backoff: () => 0.1 + Math.random() / 10,
  onnotice: () => {},
} as const

function assertDatabaseUrl(databaseUrl: string): void {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:')
    throw new TypeError('DATABASE_URL must be a PostgreSQL address such as postgres://user@host:5432/galx')
}
