/** A statement of another process that waits while somebody locks the table that it writes. */
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { waitFor } from './wait.ts'

export type Held = {
  /** whether a session of the database waits for the table */
  isReached(): Promise<boolean>
  /** waits until a session waits for the table */
  reached(): Promise<void>
  /** unlocks the table, so that the waiting statement continues */
  release(): Promise<void>
}

/** Locks a table until `release`: it can be read but not written. */
export async function holdWrites(databaseUrl: string, table: string): Promise<Held> {
  const [holder, looker] = ['holder', 'looker'].map((name) =>
    connect(databaseUrl, { name: `test ${name}`, max: 1 }),
  ) as [Sql, Sql]
  await holder`begin`
  await holder.unsafe(`lock table galx.${table} in share mode`)
  const isReached = async () => {
    const [row] = await looker`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query ~ ${`(insert into|update) galx\\.${table}\\M`}`
    return row !== undefined
  }
  return {
    isReached,
    async reached() {
      await waitFor(`a statement that writes galx.${table}`, isReached, 60_000)
    },
    async release() {
      await holder`commit`
      await Promise.all([holder.end({ timeout: 1 }), looker.end({ timeout: 1 })])
    },
  }
}
