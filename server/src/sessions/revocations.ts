/**
 * Which sessions were revoked, in the memory of every API process.
 *
 * A connection of its own listens to `galx_revoked_sessions` and, once listening, reads all that is revoked already. While
 * that connection is down, or has not answered a heartbeat in time, the set may be incomplete: `isRevoked` then asks the
 * database for every request, and a database that does not answer makes the request fail. It never fails open.
 */
import postgres from 'postgres'
import type { Sql } from '../database/connection.ts'
import { isSessionRevoked } from '../database/sessions.ts'

export type Revocations = {
  /** @throws when only the database could tell and it does not answer */
  isRevoked(sessionId: string): Promise<boolean> | boolean
  /** what this process itself has just revoked */
  add(sessionIds: readonly string[]): void
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
  const revoked = new Set<string>()
  let listener: postgres.Sql | null = null
  let heardAt = Number.NEGATIVE_INFINITY
  let listening = false
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
      ...({ onnotify: (_channel: string, id: string) => void revoked.add(id) } as object),
    })
    listener = connection
    try {
      const startedAt = clock()
      revoked.clear()
      // Listen first, read afterwards: what is revoked in between arrives twice rather than never.
      await connection.unsafe(`listen ${CHANNEL}`)
      const rows = await connection<{ id: string }[]>`
        select encode(id, 'hex') as id from galx.sessions
        where revoked_at is not null and expires_at > extract(epoch from now())`
      for (const { id } of rows) revoked.add(id)
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
      for (const id of sessionIds) revoked.add(id)
    },
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
