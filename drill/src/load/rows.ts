/** Writes rows directly to the database, and records each acknowledged row. */
import { randomBytes } from 'node:crypto'
import postgres from 'postgres'

const OPTIONS = {
  max: 1,
  connect_timeout: 5,
  fetch_types: false,
  prepare: false,
  onnotice: () => {},
  backoff: () => 0.1,
  idle_timeout: 0,
  max_lifetime: null,
} as const

export type Writer = {
  /** ids that the database has acknowledged */
  acknowledged: string[]
  write(): Promise<void>
  end(): Promise<void>
}

/**
 * @param url the address of a proxy; @param authority the trusted certificate authority. Replaces a failed connection, because the driver does not
 * recover.
 */
export function createWriter(url: string, authority: string): Writer {
  const options = { ...OPTIONS, ssl: { ca: authority } }
  let sql = postgres(url, options)
  const acknowledged: string[] = []
  const renewing = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      const broken = sql
      sql = postgres(url, options)
      broken.end({ timeout: 0 }).catch(() => {})
      throw error
    }
  }
  return {
    acknowledged,
    write: () =>
      renewing(async () => {
        const id = randomBytes(12).toString('hex')
        await sql`insert into drill.writes (id) values (${id})`
        acknowledged.push(id)
      }),
    end: () => sql.end({ timeout: 1 }),
  }
}

/** The recorded ids that a table has lost. @param present every id in the table */
export function missingOf(acknowledged: readonly string[], present: readonly string[]): string[] {
  const found = new Set(present)
  return acknowledged.filter((id) => !found.has(id))
}
