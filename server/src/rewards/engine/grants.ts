/**
 * All accounts' points and bonuses of an epoch. The tables show the state exactly at the end of the epoch, and no later event has been
 * applied. Statements over whole tables do all work on accounts, except for the node program. Its points are computed here, from tables
 * that a second connection reads while the first connection grants the other programs.
 */
import type { Ruleset } from '@galx/protocol/rulesets'
import type { Queryable } from '../../platform/database/connection.ts'
import type { WithSnapshot, Transaction } from '../../platform/database/transaction.ts'
import type { Block } from '../../ledger/epochs.ts'
import { readVoucherPrograms } from '../voucherPrograms.ts'
import { vestedAt } from '../vesting.ts'
import { readNodePoints, type Span } from './nodeProgram.ts'
import { growPromotions } from './promotion.ts'
import { OWN_TIMES, availableOf, grantableOf, type Budget } from '../../ledger/rules.ts'

export type Epoch = {
  ruleset: Ruleset
  /** whether the previous epoch was closed under the same ruleset */
  follows: boolean
  epoch: number
  /** seconds */
  duration: number
  first: Block | null
}

/** `place`: the position of the program in the ruleset, from 1 */
type Placed = Ruleset['programs'][number] & { place: number }

/**
 * A program with all points of the epoch. `grantable` and `shared` are wei of the budget. `shared` is the part of `grantable` that is divided
 * among the accounts by their points.
 */
type Grant = Placed & { budget: Budget; points: bigint; grantable: bigint; shared: bigint }

/**
 * Writes all accounts' points and bonuses of each program into the permanent tables, and into the temporary table closing_rows, which the
 * transaction drops.
 * @param read reads the node program's tables while the other programs are granted
 * @returns every program of the ruleset, in the order of the ruleset
 */
export async function grantAll(
  sql: Transaction,
  read: WithSnapshot,
  { ruleset, epoch, duration, first, follows }: Epoch,
): Promise<Grant[]> {
  const span = { start: epoch * duration, end: (epoch + 1) * duration, firstBlock: first?.number ?? null }
  const placed = ruleset.programs.map((program, index) => ({ ...program, place: index + 1 }))
  const nodes = placed.filter(({ rule }) => rule === 'node')
  const nodePoints = nodes.length === 0 ? null : read((snapshot) => readNodePoints(snapshot, ruleset, span))
  // An error is thrown where the points are awaited. Before that, it must not end the process.
  nodePoints?.catch(() => {})
  await sql`
    create temporary table closing_points (account_id bigint not null, place integer not null, points numeric not null)
    on commit drop`
  await sql`
    create temporary table closing_rows (part smallint not null, address bytea not null, place integer not null, account_id bigint not null,
      program_key text not null, points numeric not null, bonus numeric not null, cumulative numeric not null, known boolean not null)
    on commit drop`
  const budgets = await readBudgets(sql, ruleset, epoch)
  await collectMemberPoints(sql, ruleset, span)
  await growPromotions(sql, ruleset, { epoch, duration, firstBlock: span.firstBlock, again: !follows })
  await collectOwed(sql, placed)
  const others = placed.filter(({ rule }) => rule !== 'node')
  const grants = await grant(sql, others, budgets)
  // Analysed now, because the table already contains nearly all its rows.
  await sql`analyze closing_rows`
  await keepRows(sql, epoch, others)
  if (nodePoints !== null) {
    await sql`truncate closing_points`
    await collectNodePoints(sql, nodes, await nodePoints)
    grants.push(...(await grant(sql, nodes, budgets)))
    await keepRows(sql, epoch, nodes)
  }
  return grants.sort((a, b) => a.place - b.place)
}

/** Writes points above 0 of the programs by members into closing_points. */
async function collectMemberPoints(
  sql: Transaction,
  { programs }: Ruleset,
  { start, end }: Span,
): Promise<void> {
  await sql`
    insert into closing_points (account_id, place, points)
    select * from (
      select account_id, array_position(${programs.map(({ key }) => key)}::text[], program_key) as place, case when at >= ${start} then points else 0 end
        + least(members, ${OWN_TIMES.toString()}::numeric * own) * (${end}::bigint - greatest(at, ${start})) as points
      from galx.points
      -- Most rows earn nothing: the inviter or all its members have nothing in the row's product.
      where (points > 0 or own > 0 and members > 0)
        and program_key = any (${programs.filter(({ rule }) => rule === 'members').map(({ key }) => key)}::text[])
    ) earned where points > 0`
}

/** Writes the sums that the promotions owe, wei above 0, into closing_points. */
async function collectOwed(sql: Transaction, programs: readonly Placed[]): Promise<void> {
  for (const { key, rule, place } of programs)
    if (rule === 'promotion')
      await sql`
        insert into closing_points (account_id, place, points)
        select account_id, ${place}, entitled - coalesce(cumulative, 0)
        from galx.promotions left join (
          select account_id, cumulative from galx.bonus_totals where program_key = ${key}) granted using (account_id)
        where entitled > coalesce(cumulative, 0)`
}

/** Writes the points of the programs by nodes, which are the same for each of these programs, into closing_points. */
async function collectNodePoints(
  sql: Transaction,
  programs: readonly Placed[],
  points: ReadonlyMap<number, bigint>,
): Promise<void> {
  await sql`
    insert into closing_points (account_id, place, points)
    select account_id, place, points from unnest(
      ${[...points.keys()]}::bigint[], ${[...points.values()].map(String)}::numeric[]
    ) as earned (account_id, points) cross join unnest(${programs.map(({ place }) => place)}::integer[]) as program (place)`
}

/** @returns by `place` of the program */
async function sumPoints(sql: Queryable): Promise<Map<number, bigint>> {
  const rows = await sql<{ place: number; points: bigint }[]>`
    select place, sum(points) as points from closing_points group by 1`
  return new Map(rows.map(({ place, points }) => [place, points]))
}

/** @returns by the program's key; the budget of a program that the chain does not have yet is 0 */
async function readBudgets(sql: Queryable, ruleset: Ruleset, epoch: number): Promise<Map<string, Budget>> {
  const [vestings, deficits, sums] = await Promise.all([
    readVoucherPrograms(sql),
    sql<{ key: string; deficit: bigint }[]>`
      select key, sum(drawn - coalesce(cumulative, 0)) as deficit
      from galx.voucher_draws draw join ${ids(sql, ruleset)} on program.id = draw.program
        left join galx.bonus_totals total on total.account_id = draw.account_id and total.program_key = program.key
      where drawn > coalesce(cumulative, 0) group by 1`,
    sql<{ key: string; cumulative: bigint }[]>`
      select key, (
        select cumulative from galx.epoch_programs where program_key = program.key and epoch < ${epoch} order by epoch desc limit 1
      ) as cumulative from ${ids(sql, ruleset)}`,
  ])
  return new Map(
    ruleset.programs.map(({ key, id }) => {
      const vesting = vestings.get(id)
      return [
        key,
        {
          vested: vesting ? vestedAt(vesting, epoch + 1) : 0n,
          vestedBefore: vesting ? vestedAt(vesting, epoch) : 0n,
          cumulative: sums.find((row) => row.key === key)?.cumulative ?? 0n,
          deficit: deficits.find((row) => row.key === key)?.deficit ?? 0n,
        },
      ]
    }),
  )
}

/** The ruleset's programs as rows: program (id, key). */
function ids(sql: Queryable, { programs }: Ruleset) {
  return sql`unnest(${programs.map(({ id }) => id.toString())}::numeric[], ${programs.map(({ key }) => key)}::text[])
    as program (id, key)`
}

/**
 * Writes the bonuses of programs whose points are in closing_points into closing_rows, in the order of accounts. `known`: the account has a row in
 * galx.bonus_totals.
 */
async function grant(
  sql: Transaction,
  programs: readonly Placed[],
  budgets: ReadonlyMap<string, Budget>,
): Promise<Grant[]> {
  await sql`analyze closing_points`
  const sums = await sumPoints(sql)
  const grants = programs.map((program) => {
    const points = sums.get(program.place) ?? 0n
    const budget = budgets.get(program.key)!
    const available = availableOf(budget)
    const grantable = program.rule === 'promotion' ? available : grantableOf(budget)
    // The promotion's points are the owed wei. At most this sum is shared among the accounts.
    const shared = program.rule === 'promotion' && points < available ? points : grantable
    return { ...program, budget, points, grantable, shared }
  })
  // By place, because an array look-up is faster than a join.
  const byPlace = (value: (one: Grant) => string) => {
    const values: (string | null)[] = []
    for (const one of grants) values[one.place - 1] = value(one)
    return Array.from(values, (one) => one ?? null)
  }
  // The tables lie nearly in the order of accounts. A merge join takes a third of the time of a hash join.
  await sql`select set_config('enable_hashjoin', 'off', true)`
  await sql`
    insert into closing_rows (part, address, place, account_id, program_key, points, bonus, cumulative, known)
    select get_byte(account.address, 0), account.address, place, earned.account_id, key, points, bonus,
      coalesce(total.cumulative, 0) + bonus, total.account_id is not null
    from (
        select account_id, place, (${byPlace(({ key }) => key)}::text[])[place] as key, points,
          div((${byPlace(({ shared }) => shared.toString())}::numeric[])[place] * points,
            (${byPlace((one) => one.points.toString())}::numeric[])[place]) as bonus
        from closing_points
      ) earned
      join galx.accounts account on account.id = earned.account_id
      left join galx.bonus_totals total on total.account_id = earned.account_id and total.program_key = key
    order by earned.account_id`
  await sql`select set_config('enable_hashjoin', 'on', true)`
  return grants
}

/** Writes the permanent tables. The rows of one part are written next to each other. */
async function keepRows(sql: Queryable, epoch: number, programs: readonly Placed[]): Promise<void> {
  const made = sql`select * from closing_rows where place = any (${programs.map(({ place }) => place)}::integer[])`
  await sql`
    insert into galx.epoch_rows (epoch, part, account_id, program_key, points, bonus, cumulative)
    select ${epoch}, part, account_id, program_key, points, bonus, cumulative from (${made}) made
    order by part, account_id`
  await sql`
    update galx.bonus_totals total set cumulative = made.cumulative, epoch = ${epoch}
    from (${made}) made
    where total.account_id = made.account_id and total.program_key = made.program_key and known and bonus > 0`
  await sql`
    insert into galx.bonus_totals (account_id, program_key, cumulative, epoch)
    select account_id, program_key, cumulative, ${epoch} from (${made}) made where not known and bonus > 0`
}
