/** Node passes in their current state, and every change of the holder of a live pass. Times are unix seconds. */
import type { Member } from '../../ledger/forest.ts'
import type { Queryable } from '../../platform/database/connection.ts'

/** A pass as stored. `holderId` is null after the bond was paid back. */
export type StoredPass = {
  id: bigint
  holderId: number | null
  name: string
  mintedAt: number
  unbondingUntil: number | null
}

/** A pass after a batch. Its holder may have no row before the batch is written. */
export type Pass = Omit<StoredPass, 'holderId'> & { holder: Member | null; holderId: number | null }

/** From this event on the pass belongs to `holder` (null: to no account), and is live or not. */
export type PassChange = {
  id: bigint
  block: number
  logIndex: number
  at: number
  holder: Member | null
  holderId: number | null
  live: boolean
}

export function loadPasses(sql: Queryable, ids: readonly bigint[]): Promise<StoredPass[]> {
  return sql<StoredPass[]>`
    select id, holder_id as "holderId", name, minted_at as "mintedAt", unbonding_until as "unbondingUntil"
    from galx.passes where id = any (${ids.map(String)}::numeric[])`
}

function holderOf({ holder, holderId }: { holder: Member | null; holderId: number | null }): number | null {
  return holder?.id ?? holderId
}

export async function writePasses(sql: Queryable, passes: readonly Pass[]): Promise<void> {
  if (passes.length === 0) return
  // As one JSON text: names may contain any character, and the driver does not quote the items of lists.
  const rows = passes.map((pass) => ({
    id: pass.id.toString(),
    holder_id: holderOf(pass),
    name: pass.name,
    minted_at: pass.mintedAt,
    unbonding_until: pass.unbondingUntil,
  }))
  await sql`
    insert into galx.passes (id, holder_id, name, minted_at, unbonding_until)
    select * from jsonb_to_recordset(${sql.json(rows)}::jsonb)
      as pass (id numeric, holder_id bigint, name text, minted_at bigint, unbonding_until bigint)
    on conflict (id) do update set holder_id = excluded.holder_id, name = excluded.name,
      unbonding_until = excluded.unbonding_until`
}

export async function insertPassChanges(sql: Queryable, changes: readonly PassChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    insert into galx.pass_changes (block_number, log_index, pass_id, at, holder_id, live)
    select block_number, log_index, pass_id, at, holder_id, live = 1
    from unnest(
      ${changes.map(({ block }) => block)}::bigint[],
      ${changes.map(({ logIndex }) => logIndex)}::integer[],
      ${changes.map(({ id }) => id.toString())}::numeric[],
      ${changes.map(({ at }) => at)}::bigint[],
      ${changes.map(holderOf)}::bigint[],
      ${changes.map(({ live }) => Number(live))}::smallint[]
    ) as change (block_number, log_index, pass_id, at, holder_id, live)`
}
