/**
 * Knows which sessions are live, for calls that read. Calls that write or sign ask the database each time instead.
 *
 * A session is looked up once and then cached. PostgreSQL notifies its revocation or removal at once, on a separate connection
 * that listens to `galx_revoked_sessions`. While that connection is down, or has not answered a heartbeat in time,
 * the cache is not used and every request asks the database. If the database does not answer, the request fails:
 * it never passes unchecked.
 */
import postgres from 'postgres'
import type { Sql } from '../../platform/database/connection.ts'
import { startParameters, TIME_LIMITS } from '../../platform/database/timeLimits.ts'
import { isSessionLive } from './sessionQueries.ts'

export type LiveSessions = {
  /** for calls that read; may be up to LEASE_MS late if the listening connection broke silently */
  isLive(sessionId: string): Promise<boolean> | boolean
  /** whether `isLive` would answer from the cache */
  isRemembered(sessionId: string): boolean
  /** for calls that write or sign; asks the database */
  isLiveNow(sessionId: string): Promise<boolean>
  /** adds the revocations by this process */
  markRevoked(sessionIds: readonly string[]): void
  /** number of sessions in memory */
  size(): number
  /** true while the cache may be used */
  synchronised(): boolean
  /** resolves when the connection listens */
  ready(): Promise<void>
  stop(): Promise<void>
}

/** The time that the cache keeps a session that was found live or ended, or that was revoked. */
export const REMEMBERED_MS = 60_000
/** The largest number of sessions in the cache. The oldest sessions are removed first. */
const MOST_REMEMBERED = 200_000

type LiveSessionsOptions = {
  /** without a pooler in transaction mode, which would lose the notifications */
  databaseUrl: string
  /** the process's own pool */
  sql: Sql
  /** milliseconds, monotonic */
  clock?: () => number
  onChange?: (synchronised: boolean) => void
}

export function watchSessions(options: LiveSessionsOptions): LiveSessions {
  const clock = options.clock ?? (() => performance.now())
  /** the state of each session, and until when it counts, in time of `clock` */
  const known = new Map<string, { live: boolean; until: number }>()

  const remember = (id: string, live: boolean) => {
    known.delete(id)
    known.set(id, { live, until: clock() + REMEMBERED_MS })
    // The entries are ordered by the end of their validity.
    for (const [oldest, { until }] of known) {
      if (until >= clock() && known.size <= MOST_REMEMBERED) break
      known.delete(oldest)
    }
  }

  const listener = new RevocationListener({
    databaseUrl: options.databaseUrl,
    clock,
    // A live session may have been revoked while this process did not listen.
    onListen: () => known.clear(),
    onRevoked: (id) => remember(id, false),
    onChange: (listening) => options.onChange?.(listening),
  })

  /** @returns undefined if the database must be asked */
  const cached = (id: string): boolean | undefined => {
    const found = known.get(id)
    if (found === undefined || found.until < clock()) return undefined
    if (!found.live) return false
    return listener.synchronised() ? true : undefined
  }

  const lookUp = async (id: string): Promise<boolean> => {
    const { connection } = listener
    const wasSynchronised = listener.synchronised()
    const live = await isSessionLive(options.sql, id)
    // A revocation notified meanwhile counts. A connection that was lost meanwhile may have missed a notification.
    if (known.get(id)?.live === false) return false
    // An ended session never becomes live again. A revoked token that is sent repeatedly costs one query a minute.
    if (!live) remember(id, false)
    else if (wasSynchronised && listener.connection === connection) remember(id, true)
    return live
  }

  return {
    isLive: (id) => cached(id) ?? lookUp(id),
    isRemembered: (id) => cached(id) !== undefined,
    isLiveNow: (id) => isSessionLive(options.sql, id),
    markRevoked: (ids) => {
      for (const id of ids) remember(id, false)
    },
    size: () => known.size,
    synchronised: () => listener.synchronised(),
    ready: () => listener.ready(),
    stop: () => listener.stop(),
  }
}

const CHANNEL = 'galx_revoked_sessions'
const HEARTBEAT_MS = 1_000
/**
 * Milliseconds to wait for the answer to a heartbeat. Then the connection is dropped. Until then, the list of heard revocations counts as
 * complete.
 */
const LEASE_MS = 3_000
/**
 * The limit for the connection and its first statement. If the connection becomes silent before the statement is answered, the operating system
 * may keep the connection for a long time.
 */
const CONNECT_SECONDS = 5
const RETRY_MS = 250

type Listening = {
  databaseUrl: string
  clock: () => number
  /** called when a connection starts to listen after a time without a listening connection */
  onListen(): void
  onRevoked(sessionId: string): void
  onChange(listening: boolean): void
}

/**
 * The connection on which PostgreSQL announces revoked sessions. It reconnects by itself. Its heartbeat detects a
 * connection that broke silently.
 */
class RevocationListener {
  readonly #options: Listening
  #connection: postgres.Sql | null = null
  #lastHeartbeatAt = Number.NEGATIVE_INFINITY
  #listening = false
  #stopped = false
  #timer: NodeJS.Timeout | undefined
  #waiting: (() => void)[] = []

  constructor(options: Listening) {
    this.#options = options
    void this.#connect()
  }

  /** the same object until the connection is lost */
  get connection(): object | null {
    return this.#connection
  }

  /** Whether every revocation up to LEASE_MS ago was heard. */
  synchronised(): boolean {
    return this.#listening && this.#options.clock() - this.#lastHeartbeatAt < LEASE_MS
  }

  /** Resolves when the connection listens. */
  ready(): Promise<void> {
    return this.#listening ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    const connection = this.#connection
    this.#connection = null
    this.#setListening(false)
    await connection?.end({ timeout: 1 })
  }

  async #connect(): Promise<void> {
    if (this.#stopped) return
    const connection: postgres.Sql = postgres(this.#options.databaseUrl, {
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: CONNECT_SECONDS,
      keep_alive: 2,
      fetch_types: false,
      prepare: false,
      onnotice: () => {},
      connection: { application_name: 'galx revocations', ...startParameters(TIME_LIMITS.health) } as never,
      onclose: () => this.#drop(connection),
      // The driver supports `onnotify`, but its types do not.
      ...({ onnotify: (_channel: string, id: string) => this.#options.onRevoked(id) } as object),
    })
    this.#connection = connection
    const deadline = setTimeout(() => this.#drop(connection), CONNECT_SECONDS * 1_000)
    deadline.unref()
    try {
      const startedAt = this.#options.clock()
      await connection.unsafe(`listen ${CHANNEL}`)
      this.#options.onListen()
      this.#lastHeartbeatAt = startedAt
      if (this.#connection === connection) {
        this.#setListening(true)
        this.#scheduleHeartbeat(connection)
      }
    } catch {
      this.#drop(connection)
    } finally {
      clearTimeout(deadline)
    }
  }

  /** A half-open connection delivers nothing and reports nothing. Only a query detects it. */
  #scheduleHeartbeat(connection: postgres.Sql): void {
    this.#timer = setTimeout(() => {
      const startedAt = this.#options.clock()
      const deadline = setTimeout(() => this.#drop(connection), LEASE_MS)
      deadline.unref()
      connection`select 1`
        .then(() => {
          this.#lastHeartbeatAt = startedAt
          if (this.#connection === connection && !this.#stopped) this.#scheduleHeartbeat(connection)
        })
        .catch(() => this.#drop(connection))
        .finally(() => clearTimeout(deadline))
    }, HEARTBEAT_MS)
    this.#timer.unref()
  }

  #drop(connection: postgres.Sql): void {
    if (this.#connection !== connection) return
    this.#connection = null
    this.#setListening(false)
    connection.end({ timeout: 0 }).catch(() => {})
    if (!this.#stopped) {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.#connect(), RETRY_MS)
      this.#timer.unref()
    }
  }

  #setListening(value: boolean): void {
    if (this.#listening === value) return
    this.#listening = value
    this.#options.onChange(value)
    if (value) {
      for (const resolve of this.#waiting) resolve()
      this.#waiting = []
    }
  }
}
