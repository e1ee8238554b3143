/**
 * Closing an epoch: points become bonuses, in one database transaction. The tables stand exactly at the epoch's end: nothing
 * that comes after it has been applied. All work on accounts is done by statements over whole tables.
 */
import type { Ruleset } from '@galx/protocol/rulesets'
import { rulesetHash } from '@galx/protocol/rulesets'
import { keccak } from '../chain/rpc/keccak.ts'
import type { Queryable } from '../platform/database/connection.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { readAhead } from '../platform/readAhead.ts'
import { EpochContradiction, type Block } from '../indexer/engine/epochs.ts'
import { readVoucherPrograms } from '../rewards/voucherPrograms.ts'
import { vestedAt } from '../rewards/vesting.ts'
import { headerText, partsIn, type HeaderPart, type HeaderProgram } from './epochFile.ts'
import { readNodePoints } from './nodeProgram.ts'
import { growPromotions } from './promotion.ts'
import { findContradicted } from './secondEngine.ts'
import { OWN_TIMES, availableOf, grantableOf, type Budget } from './rules.ts'

export type Closing = {
  ruleset: Ruleset
  /** whether the epoch before was closed under the same ruleset */
  follows: boolean
  chainId: number
  genesisHash: string
  /** as in the header */
  contracts: readonly string[]
  epoch: number
  /** seconds */
  duration: number
  first: Block | null
  last: Block | null
  /** the last block that the epoch counts */
  blockNumber: number
  /** unix seconds now */
  now: number
}

/** @returns the header's hash @throws EpochContradiction; the tables are then as before */
export async function closeEpoch(sql: Transaction, closing: Closing): Promise<string> {
  const { epoch, ruleset, first } = closing
  // Whole tables are joined and sorted here; compiling would cost more than it saves.
  await sql`
    select set_config('work_mem', '128MB', true), set_config('jit', 'off', true), set_config('synchronous_commit', 'off', true),
      set_config('enable_seqscan', 'on', true), set_config('enable_hashjoin', 'on', true)`
  await collectPoints(sql, closing)
  const budgets = await readBudgets(sql, ruleset, epoch)
  const sums = await sumPoints(sql)
  const programs = ruleset.programs.map(({ key, id, rule }, index) => {
    const budget = budgets.get(key)!
    const points = sums.get(index + 1) ?? 0n
    const available = availableOf(budget)
    const grantable = rule === 'promotion' ? available : grantableOf(budget)
    // What the promotion owes is wei: no more than that is shared.
    const shared = rule === 'promotion' && points < available ? points : grantable
    return { key, id, points, grantable, shared, budget }
  })
  await grant(sql, programs)
  await keepRows(sql, epoch)
  const written = await sumRows(sql)
  const lines = programs.map(({ key, id, points, grantable, budget }): HeaderProgram => {
    const { accounts, bonuses } = written.get(key) ?? { accounts: 0, bonuses: 0n }
    return { key, id, grantable, points, bonuses, cumulative: budget.cumulative + bonuses, accounts }
  })
  await assertCovered(sql, closing, lines, budgets)
  const [before] = await sql<{ hash: string }[]>`select hash from galx.epochs where epoch = ${epoch - 1}`
  const header = headerText({
    ...closing,
    ruleset: { number: ruleset.number, hash: rulesetHash(ruleset) },
    previous: before?.hash ?? null,
    programs: lines,
    parts: await hashParts(sql, epoch),
  })
  const bytes = Buffer.from(header)
  const hash = keccak(bytes)
  await sql`
    insert into galx.epoch_programs (epoch, program_key, grantable, points, bonuses, cumulative, accounts)
    select ${epoch}, * from unnest(
      ${lines.map(({ key }) => key)}::text[],
      ${lines.map(({ grantable }) => grantable.toString())}::numeric[],
      ${lines.map(({ points }) => points.toString())}::numeric[],
      ${lines.map(({ bonuses }) => bonuses.toString())}::numeric[],
      ${lines.map(({ cumulative }) => cumulative.toString())}::numeric[],
      ${lines.map(({ accounts }) => accounts)}::bigint[])`
  await sql`
    insert into galx.epochs (epoch, ruleset, first_block, first_hash, last_block, last_hash, block_number, header, hash, closed_at)
    values (${epoch}, ${ruleset.number}, ${first?.number ?? null}, ${first?.hash ?? null}, ${closing.last?.number ?? null},
      ${closing.last?.hash ?? null}, ${closing.blockNumber}, ${`0x${bytes.toString('hex')}`}, ${hash}, ${closing.now})`
  await assertNoneContradicted(sql, closing)
  return hash
}

/** Everybody's points of the epoch: closing_points, points above 0. `place` is that of the program in the ruleset, from 1. */
async function collectPoints(
  sql: Transaction,
  { epoch, duration, ruleset, first, follows }: Closing,
): Promise<void> {
  const span = { start: epoch * duration, end: (epoch + 1) * duration, firstBlock: first?.number ?? null }
  await sql`
    create temporary table closing_points (account_id bigint not null, place integer not null, points numeric not null)
    on commit drop`
  await sql`
    insert into closing_points (account_id, place, points)
    select * from (
      select account_id, array_position(${ruleset.programs.map(({ key }) => key)}::text[], program_key) as place, case when at >= ${span.start} then points else 0 end
        + least(members, ${OWN_TIMES.toString()}::numeric * own) * (${span.end}::bigint - greatest(at, ${span.start})) as points
      from galx.points
      where program_key = any (${ruleset.programs.filter(({ rule }) => rule === 'members').map(({ key }) => key)}::text[])
    ) earned where points > 0`
  const end = { epoch, duration, firstBlock: span.firstBlock, again: !follows }
  await growPromotions(sql, ruleset, end)
  for (const [index, { key, rule }] of ruleset.programs.entries()) {
    const place = index + 1
    if (rule === 'promotion')
      await sql`
        insert into closing_points (account_id, place, points)
        select account_id, ${place}, entitled - coalesce(cumulative, 0)
        from galx.promotions left join (
          select account_id, cumulative from galx.bonus_totals where program_key = ${key}) granted using (account_id)
        where entitled > coalesce(cumulative, 0)`
    if (rule === 'node') {
      const points = [...(await readNodePoints(sql, ruleset, span))]
      await sql`
        insert into closing_points (account_id, place, points)
        select account_id, ${place}, points from unnest(
          ${points.map(([account]) => account)}::bigint[], ${points.map(([, sum]) => sum.toString())}::numeric[]
        ) as earned (account_id, points)`
    }
  }
  await sql`analyze closing_points`
}

/** @returns by the program's place */
async function sumPoints(sql: Queryable): Promise<Map<number, bigint>> {
  const rows = await sql<{ place: number; points: bigint }[]>`
    select place, sum(points) as points from closing_points group by 1`
  return new Map(rows.map(({ place, points }) => [place, points]))
}

/** @returns by the program's key; a program that the chain does not have yet has nothing */
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

/** Everybody's bonus: closing_rows, made in the order of accounts. `known`: the account has a row in galx.bonus_totals. */
async function grant(
  sql: Queryable,
  programs: readonly { key: string; points: bigint; shared: bigint }[],
): Promise<void> {
  await sql`
    create temporary table closing_rows (part smallint not null, address bytea not null, place integer not null, account_id bigint not null,
      program_key text not null, points numeric not null, bonus numeric not null, cumulative numeric not null, known boolean not null)
    on commit drop`
  // Both tables lie in the order of accounts, or nearly: side by side they are read in a third of the time that a table of hashes takes.
  await sql`select set_config('enable_hashjoin', 'off', true)`
  await sql`
    insert into closing_rows (part, address, place, account_id, program_key, points, bonus, cumulative, known)
    select get_byte(account.address, 0), account.address, place, earned.account_id, key, points, bonus,
      coalesce(total.cumulative, 0) + bonus, total.account_id is not null
    from (
        select account_id, place, (${programs.map(({ key }) => key)}::text[])[place] as key, points,
          div((${programs.map(({ shared }) => shared.toString())}::numeric[])[place] * points, all_points) as bonus
        from closing_points
          cross join lateral (select (${programs.map(({ points }) => points.toString())}::numeric[])[place] as all_points) program
        where all_points > 0
      ) earned
      join galx.accounts account on account.id = earned.account_id
      left join galx.bonus_totals total on total.account_id = earned.account_id and total.program_key = key
    order by earned.account_id`
  await sql`select set_config('enable_hashjoin', 'on', true)`
  await sql`analyze closing_rows`
}

/** Into the tables that stay. Those of one part lie together. */
async function keepRows(sql: Queryable, epoch: number): Promise<void> {
  await sql`
    insert into galx.epoch_rows (epoch, part, account_id, program_key, points, bonus, cumulative)
    select ${epoch}, part, account_id, program_key, points, bonus, cumulative from closing_rows
    order by part, account_id`
  await sql`
    update galx.bonus_totals total set cumulative = made.cumulative, epoch = ${epoch}
    from closing_rows made
    where total.account_id = made.account_id and total.program_key = made.program_key and known and bonus > 0`
  await sql`
    insert into galx.bonus_totals (account_id, program_key, cumulative, epoch)
    select account_id, program_key, cumulative, ${epoch} from closing_rows where not known and bonus > 0`
}

async function sumRows(sql: Queryable): Promise<Map<string, { accounts: number; bonuses: bigint }>> {
  const rows = await sql<{ key: string; accounts: number; bonuses: bigint }[]>`
    select program_key as key, count(*) as accounts, sum(bonus) as bonuses from closing_rows group by 1`
  return new Map(rows.map(({ key, ...sums }) => [key, sums]))
}

/**
 * What all accounts together may draw, or have drawn, must be there. Only a program that grants something is held to it: after draws that
 * nobody was granted the sum may be larger, and such a program grants nothing.
 */
async function assertCovered(
  sql: Queryable,
  { epoch, blockNumber }: Closing,
  lines: readonly HeaderProgram[],
  budgets: ReadonlyMap<string, Budget>,
): Promise<void> {
  const granting = lines.filter(({ bonuses }) => bonuses > 0n)
  if (granting.length === 0) return
  const rows = await sql<{ key: string; due: bigint; cumulative: bigint }[]>`
    select key, sum(greatest(coalesce(cumulative, 0), coalesce(drawn, 0))) as due, sum(coalesce(cumulative, 0)) as cumulative
    from (
      select account_id, program_key as key, cumulative from galx.bonus_totals
      where program_key = any (${granting.map(({ key }) => key)}::text[])
    ) granted full join (
      select draw.account_id, program.key, drawn from galx.voucher_draws draw join unnest(
        ${granting.map(({ id }) => id.toString())}::numeric[], ${granting.map(({ key }) => key)}::text[]
      ) as program (id, key) on program.id = draw.program
    ) taken using (account_id, key) group by key`
  for (const { key, due, cumulative } of rows) {
    const { vested } = budgets.get(key)!
    if (due > vested)
      throw new EpochContradiction(
        `at the end of epoch ${epoch} the program ${key} owes or has paid ${due} wei, and ${vested} wei have vested`,
        blockNumber,
      )
    const line = granting.find((one) => one.key === key)!
    if (cumulative !== line.cumulative)
      throw new EpochContradiction(
        `at the end of epoch ${epoch} the bonuses of the program ${key} add up to ${cumulative} wei by account and to ${line.cumulative} wei by epoch`,
        blockNumber,
      )
  }
}

async function hashParts(sql: Queryable, epoch: number): Promise<HeaderPart[]> {
  const parts: HeaderPart[] = []
  for await (const { part, rows, text } of readAhead(partsIn(sql, epoch, sql`closing_rows`)))
    parts.push({ part, rows, hash: keccak(Buffer.from(text)) })
  return parts
}

/**
 * Every closed epoch is compared, not this one alone: in a database that begins again, epochs are closed before it is known what was published
 * of them.
 */
async function assertNoneContradicted(sql: Queryable, { blockNumber }: Closing): Promise<void> {
  const found = await findContradicted(sql)
  if (found === null) return
  const { epoch, hash, published } = found
  throw new EpochContradiction(
    `epoch ${epoch} is ${published} in EpochLog and to the second engine, and comes to ${hash}`,
    blockNumber,
  )
}
