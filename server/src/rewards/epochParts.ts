/** The parts of an epoch's file (docs/rewards.md): rows by the first byte of the account, in one order and one form. */
import { PROGRAM_KEYS } from '@galx/protocol/products'
import type { Queryable } from '../platform/database/connection.ts'

/** @returns the part's bytes as text: ASCII alone */
export async function readPart(sql: Queryable, epoch: number, part: number): Promise<string> {
  const [row] = await sql<{ rows: string | null }[]>`
    select string_agg(format(E'0x%s %s %s %s %s\n', encode(a.address, 'hex'), r.program_key, r.points, r.bonus, r.cumulative), ''
      order by a.address, array_position(${PROGRAM_KEYS as string[]}::text[], r.program_key)) as rows
    from galx.epoch_rows r join galx.accounts a on a.id = r.account_id
    where r.epoch = ${epoch} and r.part = ${part}`
  return `GALX epoch part 1\nepoch ${epoch}\npart ${part.toString(16).padStart(2, '0')}\n${row?.rows ?? ''}`
}
