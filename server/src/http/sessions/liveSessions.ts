/**
 * Which sessions are live, for calls that read. Calls that write or sign ask the database each time and do not come here.
 *
 * A session is looked up once and cached for a while. PostgreSQL notifies its revocation or removal at once, on a separate connection
 * that listens to `galx_revoked_sessions`. While that connection is down, or has not answered a heartbeat in time,
 * the cache is not used and every request asks the database. When the database does not answer, the request fails:
 * it never passes unchecked.
 */
import type { Sql } from '../../platform/database/connection.ts'
import { RevocationListener } from './revocationListener.ts'
import { isSessionLive } from './sessionQueries.ts'

export type LiveSessions = {
  /** for calls that read: up to LEASE_MS late, where the listening connection broke in silence */
  isLive(sessionId: string): Promise<boolean> | boolean
  /** whether `isLive` would answer without the database */
  isRemembered(sessionId: string): boolean
  /** for calls that write or sign: as the database says now */
  isLiveNow(sessionId: string): Promise<boolean>
  /** what this process itself has just revoked */
  markRevoked(sessionIds: readonly string[]): void
  /** how many sessions are held in memory */
  size(): number
  /** true while the cache may be used */
  synchronised(): boolean
  /** resolves once the connection listens */
  ready(): Promise<void>
  stop(): Promise<void>
}

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

  const remember = (id: string, live: boolean) => {
    known.delete(id)
    known.set(id, { live, until: clock() + REMEMBERED_MS })
    // Entries lie in the order of their end.
    for (const [oldest, { until }] of known) {
      if (until >= clock() && known.size <= MOST_REMEMBERED) break
      known.delete(oldest)
    }
  }

  const listener = new RevocationListener({
    databaseUrl: options.databaseUrl,
    clock,
    // What was found live before may have been revoked while nobody listened.
    onListen: () => known.clear(),
    onRevoked: (id) => remember(id, false),
    onChange: (listening) => options.onChange?.(listening),
  })

  /** @returns undefined where the database has to be asked */
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
    // A revocation that was notified meanwhile counts. A connection lost meanwhile may have missed one.
    if (known.get(id)?.live === false) return false
    // An ended session never becomes live again. A revoked token that is sent again and again costs one query a minute.
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
