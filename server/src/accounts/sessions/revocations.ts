/**
 * Which sessions were revoked, in the memory of every API process.
 *
 * A connection of its own listens to `galx_revoked_sessions` and, once listening, reads all that is revoked already. While
 * that connection is down, or has not answered a heartbeat in time, the set may be incomplete: `isRevoked` then asks the
 * database for every request, and a database that does not answer makes the request fail. It never fails open.
 */
import postgres from 'postgres'
import type { Sql } from '../../platform/database/connection.ts'
import { isSessionRevoked } from './sessionQueries.ts'
import { SESSION_SECONDS } from './token.ts'

export type Revocations = {
  /** @throws when only the database could tell and it does not answer */
  isRevoked(sessionId: string): Promise<boolean> | boolean
  /** what this process itself has just revoked */
  add(sessionIds: readonly string[]): void
  /** how many revocations are held in memory */
  size(): number
  /** true while the set in memory is complete */
  synchronised(): boolean
  /** resolves once the set is complete */
  ready(): Promise<void>
  stop(): Promise<void>
}

const CHANNEL = 'galx_revoked_sessions'
const HEARTBEAT_MS = 1_000
/** The set counts as complete for this long after the last heartbeat's start. */
const LEASE_MS = 3_000
const RETRY_MS = 250
/** Milliseconds between two looks for ids that are remembered for nothing. */
const SWEEP_MS = 60_000
/** How far this machine's clock, which judges a token's age, and the database's may be apart. */
const CLOCK_DIFFERENCE_SECONDS = 3600

export type RevocationsOptions = {
  /** past any pooler in transaction mode, which would swallow what is listened for */
  databaseUrl: string
  /** the process's own pool, asked while the listener is down */
  sql: Sql
  /** milliseconds; monotonic */
  clock?: () => number
  onChange?: (synchronised: boolean) => void
}

export function watchRevocations(options: RevocationsOptions): Revocations {
  const clock = options.clock ?? (() => performance.now())
  /** session id → the moment of `clock` after which its token is refused for its age anyway */
  const revoked = new Map<string, number>()
  let listener: postgres.Sql | null = null
  let heardAt = Number.NEGATIVE_INFINITY
  let listening = false
  let sweptAt = clock()
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let waiting: (() => void)[] = []

  const setListening = (value: boolean) => {
    if (listening === value) return
    listening = value
    options.onChange?.(value)
    if (value) {
      for (const resolve of waiting) resolve()
      waiting = []
    }
  }

  const synchronised = () => listening && clock() - heardAt < LEASE_MS

  /** @param seconds what is left of the session; by default the most that can be left of one */
  const remember = (id: string, seconds = SESSION_SECONDS) =>
    void revoked.set(id, clock() + (seconds + CLOCK_DIFFERENCE_SECONDS) * 1000)

  const forgetExpired = () => {
    const now = clock()
    if (now - sweptAt < SWEEP_MS) return
    sweptAt = now
    for (const [id, until] of revoked) if (until < now) revoked.delete(id)
  }

  const drop = (connection: postgres.Sql) => {
    if (listener !== connection) return
    listener = null
    setListening(false)
    connection.end({ timeout: 0 }).catch(() => {})
    if (!stopped) {
      clearTimeout(timer)
      timer = setTimeout(() => void connect(), RETRY_MS)
      timer.unref()
    }
  }

  const connect = async (): Promise<void> => {
    if (stopped) return
    const connection: postgres.Sql = postgres(options.databaseUrl, {
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: 5,
      keep_alive: 2,
      fetch_types: false,
      prepare: false,
      onnotice: () => {},
      connection: { application_name: 'galx revocations' },
      onclose: () => drop(connection),
      // In the driver, not in its types.
      ...({ onnotify: (_channel: string, id: string) => remember(id) } as object),
    })
    listener = connection
    try {
      const startedAt = clock()
      revoked.clear()
      // Listen first, read afterwards: what is revoked in between arrives twice rather than never.
      await connection.unsafe(`listen ${CHANNEL}`)
      const rows = await connection<{ id: string; seconds: number }[]>`
        select encode(id, 'hex') as id, (expires_at - extract(epoch from now()))::float8 as seconds from galx.sessions
        where revoked_at is not null and expires_at > extract(epoch from now())`
      for (const { id, seconds } of rows) remember(id, seconds)
      heardAt = startedAt
      if (listener === connection) {
        setListening(true)
        beat(connection)
      }
    } catch {
      drop(connection)
    }
  }

  /** A half-open connection delivers nothing and reports nothing; only asking shows it. */
  const beat = (connection: postgres.Sql) => {
    timer = setTimeout(() => {
      const startedAt = clock()
      const deadline = setTimeout(() => drop(connection), LEASE_MS)
      deadline.unref()
      connection`select 1`
        .then(() => {
          heardAt = startedAt
          forgetExpired()
          if (listener === connection && !stopped) beat(connection)
        })
        .catch(() => drop(connection))
        .finally(() => clearTimeout(deadline))
    }, HEARTBEAT_MS)
    timer.unref()
  }

  void connect()

  return {
    isRevoked: (sessionId) => {
      if (revoked.has(sessionId)) return true
      return synchronised() ? false : isSessionRevoked(options.sql, sessionId)
    },
    add: (sessionIds) => {
      for (const id of sessionIds) remember(id)
    },
    size: () => revoked.size,
    synchronised,
    ready: () => (listening ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      const connection = listener
      listener = null
      setListening(false)
      await connection?.end({ timeout: 1 })
    },
  }
}
