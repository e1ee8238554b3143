/** The grants of agreed epochs to an account: their sum, and the grant of each epoch. */
import type { Address } from 'viem'
import type { BonusHistoryItem } from '@galx/protocol/http/bonuses'
import type { ProgramKey } from '@galx/protocol/products'
import { agreedEpochs } from './agreedEpochs.ts'
import type { Queryable } from '../platform/database/connection.ts'
import { headOf, programsOf, published } from './closedEpochs.ts'

function idOf(sql: Queryable, account: Address) {
  return sql`(select id from galx.accounts where address = ${account})`
}

/**
 * The account's row of one epoch and program, found in the index.
 * @param epoch, program names of the columns that hold the epoch and the program's key
 */
function rowOf(sql: Queryable, account: Address, epoch: string, program: string) {
  return sql`select points, bonus, cumulative from galx.epoch_rows
    where epoch = ${sql(epoch)} and part = get_byte(${account}::bytea, 0) and account_id = ${idOf(sql, account)}
      and program_key = ${sql(program)} limit 1`
}

/** `epoch`: the last epoch that added something. A program without any bonus is missing. */
export function readGrants(
  sql: Queryable,
  account: Address,
): Promise<{ program: ProgramKey; cumulative: bigint; epoch: number }[]> {
  return sql<{ program: ProgramKey; cumulative: bigint; epoch: number }[]>`
    select total.program_key as program, granted.cumulative, granted.epoch
    from galx.bonus_totals total
      cross join (select coalesce(max(epoch), -1) as epoch from ${agreedEpochs(sql)} e) newest
      cross join lateral (
        select total.cumulative, total.epoch where total.epoch <= newest.epoch
        union all
        -- the last row that counts: only for an account whose last bonus waits for a second node, and that was granted something before
        (select kept.cumulative, e.epoch from galx.epochs e
          cross join lateral (${rowOf(sql, account, 'e.epoch', 'total.program_key')}) kept
        where total.epoch > newest.epoch and e.epoch <= newest.epoch and kept.bonus > 0
          and total.cumulative > (
            select coalesce(sum(waiting.bonus), 0) from galx.epochs later
              cross join lateral (${rowOf(sql, account, 'later.epoch', 'total.program_key')}) waiting
            where later.epoch > newest.epoch and later.epoch <= total.epoch)
        order by e.epoch desc limit 1)
      ) granted
    where total.account_id = ${idOf(sql, account)}`
}

type HistoryRow = {
  epoch: number
  points: bigint
  bonus: bigint
  cumulative: bigint
  head: string
  published: boolean
}

/** Newest first. @param before null: start at the newest epoch */
export async function listHistory(
  sql: Queryable,
  account: Address,
  program: ProgramKey,
  duration: number,
  before: number | null,
  limit: number,
): Promise<BonusHistoryItem[]> {
  const rows = await sql<HistoryRow[]>`
    select e.epoch, r.points, r.bonus, r.cumulative, ${headOf(sql)} as head, ${published(sql)} as published
    from ${agreedEpochs(sql)} e cross join (select ${program}::text as key) p
      cross join lateral (${rowOf(sql, account, 'e.epoch', 'p.key')}) r
    ${before === null ? sql`` : sql`where e.epoch < ${before}`}
    order by e.epoch desc limit ${limit}`
  return rows.map(({ epoch, points, bonus, cumulative, head, published }) => {
    // The rows of a program and its line in the header are written together.
    const all = programsOf(head).find((line) => line.program === program)!
    return {
      epoch,
      from: epoch * duration,
      to: (epoch + 1) * duration,
      points: points.toString(),
      bonus: bonus.toString(),
      cumulative: cumulative.toString(),
      allPoints: all.points.toString(),
      grantable: all.grantable.toString(),
      published,
    }
  })
}

/** An account's rows of one epoch. A program without a row has the sum that was granted until then. */
export function rowsOfEpoch(
  sql: Queryable,
  account: Address,
  epoch: number,
  programs: readonly ProgramKey[],
): Promise<{ program: ProgramKey; points: bigint; bonus: bigint; cumulative: bigint }[]> {
  return sql<{ program: ProgramKey; points: bigint; bonus: bigint; cumulative: bigint }[]>`
    select p.key as program, coalesce(r.points, 0) as points, coalesce(r.bonus, 0) as bonus,
      coalesce(r.cumulative, case when total.epoch < ${epoch} then total.cumulative else earlier.cumulative end, 0) as cumulative
    from unnest(${programs as ProgramKey[]}::text[]) with ordinality as p (key, place)
      cross join (select ${epoch}::bigint as epoch) this
      left join lateral (${rowOf(sql, account, 'this.epoch', 'p.key')}) r on true
      left join galx.bonus_totals total on total.account_id = ${idOf(sql, account)} and total.program_key = p.key
      left join lateral (
        -- the last row before the epoch: only for an account whose last bonus came after it
        select kept.cumulative from galx.epochs e cross join lateral (${rowOf(sql, account, 'e.epoch', 'p.key')}) kept
        where total.epoch > ${epoch} and e.epoch < ${epoch}
        order by e.epoch desc limit 1
      ) earlier on r.cumulative is null
    order by p.place`
}

/** The bonus of each account in an epoch, wei, by address. An account without a row is missing. */
export async function bonusesOf(
  sql: Queryable,
  epoch: number,
  program: ProgramKey,
  accounts: readonly Address[],
): Promise<Map<Address, bigint>> {
  const rows = await sql<{ address: Address; bonus: bigint }[]>`
    select account.address, r.bonus
    from unnest(${accounts as Address[]}::bytea[]) as listed (address)
      cross join lateral (select id, address from galx.accounts where address = listed.address limit 1) account
      cross join lateral (
        select bonus from galx.epoch_rows
        where epoch = ${epoch} and part = get_byte(account.address, 0) and account_id = account.id and program_key = ${program} limit 1
      ) r`
  return new Map(rows.map(({ address, bonus }) => [address, bonus]))
}

/** Null: not in the tables. */
export async function findAccount(sql: Queryable, address: Address): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`select id from galx.accounts where address = ${address}`
  return row?.id ?? null
}
