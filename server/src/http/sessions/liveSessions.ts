/**
 * Which sessions are live, for calls that read. Calls that write or sign ask the database each time instead.
 *
 * A session is looked up once and then cached. PostgreSQL notifies its revocation or removal at once, on a separate connection
 * that listens to `galx_revoked_sessions`. While that connection is down, or has not answered a heartbeat in time,
 * the cache is not used and every request asks the database. If the database does not answer, the request fails:
 * it never passes unchecked.
 */
import type { Sql } from '../../platform/database/connection.ts'
import { RevocationListener } from './revocationListener.ts'
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

/** How long the cache keeps a session that was found live or ended, or that was revoked. */
export const REMEMBERED_MS = 60_000
/** The largest number of sessions in the cache. The oldest sessions are removed first. */
const MOST_REMEMBERED = 200_000

export type LiveSessionsOptions = {
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
