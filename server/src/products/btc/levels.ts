/** Each account's level. */
import type { Member } from '../../community/forest.ts'
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
