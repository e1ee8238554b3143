/**
 * Which sessions are live, for calls that read. Calls that write or sign ask the database each time and do not come here.
 *
 * A session is looked up once and cached for a while. PostgreSQL notifies its revocation or removal at once, on a separate connection
 * that listens to `galx_revoked_sessions`. While that connection is down, or has not answered a heartbeat in time,
 * the cache is not used and every request asks the database. When the database does not answer, the request fails:
 * it never passes unchecked.
 */
import postgres from 'postgres'
import type { Sql } from '../../platform/database/connection.ts'
import { startParameters, TIME_LIMITS } from '../../platform/database/timeLimits.ts'
import { isSessionLive } from './sessionQueries.ts'

export type LiveSessions = {
  /** for calls that read: up to LEASE_MS late, where the listening connection broke in silence */
  isLive(sessionId: string): Promise<boolean> | boolean
  /** whether `isLive` would answer without the database */
  isRemembered(sessionId: string): boolean
  /** for calls that write or sign: as the database says now */
  isLiveNow(sessionId: string): Promise<boolean>
  /** what this process itself has just revoked */
  forget(sessionIds: readonly string[]): void
  /** how many sessions are held in memory */
  size(): number
  /** true while the cache may be used */
  synchronised(): boolean
  /** resolves once the connection listens */
  ready(): Promise<void>
  stop(): Promise<void>
}

const CHANNEL = 'galx_revoked_sessions'
const HEARTBEAT_MS = 1_000
/** The cache may be used for this long after the start of the last heartbeat. */
const LEASE_MS = 3_000
/** For connecting and the first statement: a connection that goes silent in between would be waited for as long as the system takes it for alive. */
const CONNECT_SECONDS = 5
const RETRY_MS = 250
/** How long an entry stays in the cache: a session that was found live or ended, or was revoked. */
export const REMEMBERED_MS = 60_000
/** Sessions in the cache at most; the oldest are removed first. */
const MOST_REMEMBERED = 200_000

export type LiveSessionsOptions = {
  /** past any pooler in transaction mode, which would lose the notifications */
  databaseUrl: string
  /** the process's own pool */
  sql: Sql
  /** milliseconds; monotonic */
  clock?: () => number
  onChange?: (synchronised: boolean) => void
}

export function watchSessions(options: LiveSessionsOptions): LiveSessions {
  const clock = options.clock ?? (() => performance.now())
  /** what is known of a session, and until when by `clock` */
  const known = new Map<string, { live: boolean; until: number }>()
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

  const remember = (id: string, live: boolean) => {
    known.delete(id)
    known.set(id, { live, until: clock() + REMEMBERED_MS })
    // Entries lie in the order of their end.
    for (const [oldest, { until }] of known) {
      if (until >= clock() && known.size <= MOST_REMEMBERED) break
      known.delete(oldest)
    }
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
      connect_timeout: CONNECT_SECONDS,
      keep_alive: 2,
      fetch_types: false,
      prepare: false,
      onnotice: () => {},
      connection: { application_name: 'galx revocations', ...startParameters(TIME_LIMITS.health) } as never,
      onclose: () => drop(connection),
      // In the driver, not in its types.
      ...({ onnotify: (_channel: string, id: string) => remember(id, false) } as object),
    })
    listener = connection
    const deadline = setTimeout(() => drop(connection), CONNECT_SECONDS * 1_000)
    deadline.unref()
    try {
      const startedAt = clock()
      await connection.unsafe(`listen ${CHANNEL}`)
      // What was found live before may have been revoked while nobody listened.
      known.clear()
      heardAt = startedAt
      if (listener === connection) {
        setListening(true)
        beat(connection)
      }
    } catch {
      drop(connection)
    } finally {
      clearTimeout(deadline)
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

  /** @returns undefined where the database has to be asked */
  const recall = (id: string): boolean | undefined => {
    const found = known.get(id)
    if (found === undefined || found.until < clock()) return undefined
    if (!found.live) return false
    return synchronised() ? true : undefined
  }

  const lookUp = async (id: string): Promise<boolean> => {
    const connection = listener
    const heard = synchronised()
    const live = await isSessionLive(options.sql, id)
    // A revocation that was notified meanwhile counts. A connection lost meanwhile may have missed one.
    if (known.get(id)?.live === false) return false
    // An ended session never becomes live again. A revoked token that is sent again and again costs one query a minute.
    if (!live) remember(id, false)
    else if (heard && listener === connection) remember(id, true)
    return live
  }

  void connect()

  return {
    isLive: (id) => recall(id) ?? lookUp(id),
    isRemembered: (id) => recall(id) !== undefined,
    isLiveNow: (id) => isSessionLive(options.sql, id),
    forget: (ids) => {
      for (const id of ids) remember(id, false)
    },
    size: () => known.size,
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
