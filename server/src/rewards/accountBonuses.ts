/** What an account was granted: in all, and epoch by epoch. */
import type { Address } from 'viem'
import type { BonusHistoryItem } from '@galx/protocol/http/bonuses'
import type { ProgramKey } from '@galx/protocol/products'
import type { Queryable } from '../platform/database/connection.ts'

function idOf(sql: Queryable, account: Address) {
  return sql`(select id from galx.accounts where address = ${account})`
}

export function readGrants(
  sql: Queryable,
  account: Address,
): Promise<{ program: ProgramKey; cumulative: bigint; epoch: number }[]> {
  return sql<{ program: ProgramKey; cumulative: bigint; epoch: number }[]>`
    select program_key as program, cumulative, epoch from galx.bonus_totals where account_id = ${idOf(sql, account)}`
}

type HistoryRow = {
  epoch: number
  points: bigint
  bonus: bigint
  cumulative: bigint
  allPoints: bigint
  grantable: bigint
  published: boolean
}

/** Newest first. @param before null: from the newest */
export async function listHistory(
  sql: Queryable,
  account: Address,
  program: ProgramKey,
  duration: number,
  before: number | null,
  limit: number,
): Promise<BonusHistoryItem[]> {
  const rows = await sql<HistoryRow[]>`
    select r.epoch, r.points, r.bonus, r.cumulative, p.points as "allPoints", p.grantable,
      exists (select from galx.published_epochs l join galx.epochs e using (epoch, hash) where l.epoch = r.epoch) as published
    from galx.epoch_rows r join galx.epoch_programs p on p.epoch = r.epoch and p.program_key = r.program_key
    where r.account_id = ${idOf(sql, account)} and r.program_key = ${program}
      ${before === null ? sql`` : sql`and r.epoch < ${before}`}
    order by r.epoch desc limit ${limit}`
  return rows.map(({ epoch, points, bonus, cumulative, allPoints, grantable, published }) => ({
    epoch,
    from: epoch * duration,
    to: (epoch + 1) * duration,
    points: points.toString(),
    bonus: bonus.toString(),
    cumulative: cumulative.toString(),
    allPoints: allPoints.toString(),
    grantable: grantable.toString(),
    published,
  }))
}

/** An account's rows of one epoch; where it has none in a program, what it had been granted until then. */
export function rowsOfEpoch(
  sql: Queryable,
  account: Address,
  epoch: number,
  programs: readonly ProgramKey[],
): Promise<{ program: ProgramKey; points: bigint; bonus: bigint; cumulative: bigint }[]> {
  return sql<{ program: ProgramKey; points: bigint; bonus: bigint; cumulative: bigint }[]>`
    select p.key as program, case when r.epoch = ${epoch} then r.points else 0 end as points,
      case when r.epoch = ${epoch} then r.bonus else 0 end as bonus, coalesce(r.cumulative, 0) as cumulative
    from unnest(${programs as ProgramKey[]}::text[]) with ordinality as p (key, place)
      left join lateral (
        select epoch, points, bonus, cumulative from galx.epoch_rows
        where account_id = ${idOf(sql, account)} and program_key = p.key and epoch <= ${epoch}
        order by epoch desc limit 1
      ) r on true
    order by p.place`
}
