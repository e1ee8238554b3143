/**
 * The one place where PostgreSQL's values become ours:
 *   bytea   ↔ `0x…` lowercase hex
 *   numeric ↔ bigint (every numeric of ours is a whole number of wei)
 *   bigint  ↔ number (ids, block numbers, counts, unix seconds: all below 2^53, checked)
 * `sum()` of bigints is numeric in PostgreSQL and so arrives as a bigint; `count(*)` as a number.
 */
import postgres from 'postgres'

const INT8 = 20
const BYTEA = 17
const NUMERIC = 1700

const types = {
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
      if (!Number.isSafeInteger(value))
        throw new RangeError(`${text} is beyond what a JavaScript number holds`)
      return value
    },
  },
}

/**
 * Parameters: the driver would announce a JavaScript bigint as int8 and lose amounts above 2^63, so its type allows none:
 * pass `amount.toString()`; PostgreSQL then takes the column's own type. Lists go as `${list}::bytea[]` of strings.
 */
export type Sql = postgres.Sql
/** What query functions take: a connection pool or a running transaction. */
export type Queryable = postgres.ISql

export type ConnectionOptions = {
  /** shown in pg_stat_activity */
  name: string
  /** connections at most; 1 makes a direct connection whose session state (locks) is this program's */
  max?: number
  /** false behind PgBouncer in transaction mode */
  prepare?: boolean
  /** called at each loss of connections that worked */
  onLost?: () => void
}

/** Seconds that queries on the connections beside a lost one have to finish. */
const GRACE = 2

/**
 * Opens (lazily) connections to PostgreSQL. A dead peer is noticed within about five seconds on both sides.
 *
 * A lost connection renews the whole pool. The driver (postgres 3.4.9) cannot be trusted with a connection that broke while
 * it was used: bytes and a write it had planned stay behind and garble or block the next start-up on the same slot, and a
 * query handed over between the socket's error and its close never settles. So a broken pool gets no new queries, is given
 * a moment to finish what still works, and is then destroyed, which fails everything left in it. Transactions need
 * `transact` besides (transaction.ts).
 * @throws TypeError when the URL is none of PostgreSQL's
 */
export const connect = (databaseUrl: string, options: ConnectionOptions): Sql => {
  assertDatabaseUrl(databaseUrl)
  const retired = new Set<Promise<unknown>>()
  let ended = false
  let current = open()

  function open(): Sql {
    // Only what once worked can be broken: refused attempts leave nothing behind, and need no new pool each.
    let worked = false
    const pool: Sql = postgres(databaseUrl, {
      ...SETTINGS,
      max: options.max ?? 10,
      prepare: options.prepare ?? true,
      onparameter: () => (worked = true),
      onclose: () => {
        if (ended || !worked || current !== pool) return
        current = open()
        const end = pool.end({ timeout: GRACE }).finally(() => retired.delete(end))
        retired.add(end)
        options.onLost?.()
      },
      connection: {
        application_name: options.name,
        tcp_keepalives_idle: 2,
        tcp_keepalives_interval: 1,
        tcp_keepalives_count: 3,
      } as never,
    })
    return pool
  }

  const end: Sql['end'] = async (how) => {
    ended = true
    await Promise.all([current.end(how), ...retired])
  }
  return new Proxy(current, {
    apply: (_first, _this, given) => Reflect.apply(current, undefined, given) as unknown,
    get: (_first, name) => (name === 'end' ? end : (Reflect.get(current, name) as unknown)),
  })
}

const SETTINGS = {
  types,
  fetch_types: true,
  connect_timeout: 5,
  keep_alive: 2,
  max_lifetime: null,
  idle_timeout: 0,
  // Seconds between two attempts of one connection: whoever waits for it is a person.
  backoff: () => 0.1 + Math.random() / 10,
  onnotice: () => {},
} as const

export const assertDatabaseUrl = (databaseUrl: string): void => {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:')
    throw new TypeError('DATABASE_URL must be a PostgreSQL address such as postgres://user@host:5432/galx')
}
