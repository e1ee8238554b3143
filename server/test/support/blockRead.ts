/** Runs work while the tables have a first block. */
import type { Sql } from '../../src/platform/database/connection.ts'

const HASH = `0x${'ab'.repeat(32)}`

/** The value of `asOf` in all answers while `whileBlockRead` runs. */
export const READ = { block: 1, at: 1 }

/** @param work runs while block 1 is the last; `sum` also sums the teams up to that block */
export async function whileBlockRead(sql: Sql, work: (sum: () => Promise<void>) => Promise<void>) {
  await sql`
    insert into galx.cursor (number, hash, timestamp, genesis_hash) values (${READ.block}, ${HASH}, ${READ.at}, ${HASH})`
  try {
    await work(async () => {
      await sql`update galx.totals_standing set block_number = ${READ.block}, timestamp = ${READ.at}`
    })
  } finally {
    await sql`update galx.totals_standing set block_number = null, timestamp = null`
    await sql`delete from galx.cursor`
  }
}
