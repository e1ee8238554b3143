/** Each account's level. */
import type { Address } from 'viem'
import type { Member } from '../../ledger/forest.ts'
import type { Queryable } from '../../platform/database/connection.ts'

export async function writeLevels(
  sql: Queryable,
  levels: readonly { member: Member; level: number; at: number }[],
): Promise<void> {
  if (levels.length === 0) return
  await sql`
    insert into galx.levels (account_id, level, bought_at)
    select * from unnest(
      ${levels.map(({ member }) => member.id)}::bigint[],
      ${levels.map(({ level }) => level)}::smallint[],
      ${levels.map(({ at }) => at)}::bigint[])
    on conflict (account_id) do update set level = excluded.level, bought_at = excluded.bought_at`
}

/** 0 for an account without a level; null while no level is indexed. */
export async function readLevel(sql: Queryable, address: Address): Promise<number | null> {
  const [row] = await sql<{ known: boolean; level: number | null }[]>`
    select exists (select from galx.indexer_sources where name = 'Levels') as known,
      (select level from galx.levels
        where account_id = (select id from galx.accounts where address = ${address})) as level`
  return row?.known === true ? (row.level ?? 0) : null
}
