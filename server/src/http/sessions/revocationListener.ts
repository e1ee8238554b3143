/**
 * The connection on which PostgreSQL announces revoked sessions. It reconnects by itself. Its heartbeat detects a
 * connection that broke silently.
 */
import postgres from 'postgres'
import { startParameters, TIME_LIMITS } from '../../platform/database/timeLimits.ts'

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

export class RevocationListener {
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
