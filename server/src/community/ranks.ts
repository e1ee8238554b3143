/**
 * Ranks by power, from a copy of the order that is made twice a minute. The cost of a rank therefore does not depend on the number of accounts, and
 * no event has to update an index of the order. Equal powers share a rank. An account without power has no rank.
 */
import type { Address } from 'viem'
import { agreedEpochs } from '../ledger/agreedEpochs.ts'
import type { Queryable, Sql } from '../platform/database/connection.ts'
import { transact } from '../platform/database/transaction.ts'

/** Boards of the present. `staker`: own power. `community`: team power. `node`: team power of the holders of a live pass. */
export const MINUTE_BOARDS = ['staker', 'community', 'node'] as const
export type MinuteBoard = (typeof MINUTE_BOARDS)[number]
/** `epoch`: the points of the program `node` in the last closed epoch, instead of power (epochBoard.ts). */
export const BOARDS = [...MINUTE_BOARDS, 'epoch'] as const
export type Board = (typeof BOARDS)[number]

/** The number of places of a board for which the account is stored. Lists end after this place. */
export const LISTED = 100_000
const CHUNK = 1_000

/** `block` and `timestamp` (unix seconds): the state of the ranks. On `epoch`: the last block of the epoch, and the end of the epoch. */
export type RankBoard = { ranked: number; block: number; timestamp: number }
/** `members`: all descendants. `node`: the account's oldest live node pass. */
export type Shown = { power: bigint; members: number; node: { id: bigint; name: string } | null }
export type Ranked = { rank: number; address: Address } & Shown
/** `next`: the next place above with a greater power than the account; null at the top. */
export type OwnPlace = { rank: number | null; next: { rank: number; power: bigint } | null } & Shown

function orderOf(sql: Queryable, board: Board) {
  switch (board) {
    case 'staker':
      return sql`select account_id, own_power as power from galx.account_totals where own_power > 0`
    case 'community':
      return sql`select account_id, team_power as power from galx.account_totals where team_power > 0`
    case 'node':
      return sql`
        select totals.account_id, totals.team_power as power
        from (select distinct holder_id from galx.passes where holder_id is not null and unbonding_until is null) holder
        join galx.account_totals totals on totals.account_id = holder.holder_id where totals.team_power > 0`
    case 'epoch':
      return sql`
        select account_id, points as power from galx.epoch_rows
        where epoch = (select max(epoch) from ${agreedEpochs(sql)} e) and program_key = 'node' and points > 0`
  }
}

/** The state that a new board would have: block_number and timestamp, or no row. */
function progressOf(sql: Queryable, board: Board, duration: number) {
  return board === 'epoch'
    ? sql`select block_number, (epoch + 1) * ${duration}::bigint as timestamp from ${agreedEpochs(sql)} e order by epoch desc limit 1`
    : sql`select block_number, timestamp from galx.totals_standing where block_number is not null`
}

/**
 * Makes a board again, unless its input is unchanged: the totals, or for `epoch` the last closed and agreed epoch. Without input there is no
 * board. All this happens in one transaction, so readers see the old board until the new board is complete. The statement sorts all powers, but
 * writes only rows that differ. If an account moves, only the places between its old and its new place change.
 * @param duration the length of an epoch, seconds
 */
export function rankBoard(sql: Sql, board: Board, duration: number): Promise<void> {
  return transact(sql, async (transaction) => {
    // The state and the ranked powers must belong to one moment.
    await transaction`set transaction isolation level repeatable read`
    const [progress] = await transaction<{ block: number; timestamp: number }[]>`
      select s.block_number as block, s.timestamp from (${progressOf(transaction, board, duration)}) s
      where not exists (
        select from galx.rank_boards made
        where made.board = ${board} and made.block_number = s.block_number and made.timestamp = s.timestamp)`
    if (progress === undefined) {
      // Either the input is unchanged, and the board stays. Or there is no input any more, and the board is deleted.
      const none = transaction`board = ${board} and not exists (${progressOf(transaction, board, duration)})`
      await transaction`delete from galx.rank_chunks where ${none}`
      await transaction`delete from galx.rank_boards where ${none}`
      return
    }
    // Sorting in runs that fit the processor's caches takes less time than sorting all rows in memory (decision 0013).
    await transaction`select set_config('work_mem', '16MB', true), set_config('jit', 'off', true)`
    await transaction`
      with made as materialized (
        select * from galx.chunks_in_order(
          $entries$select account_id, power from (${orderOf(transaction, board)}) entries order by power desc, account_id$entries$,
          ${CHUNK}, ${LISTED})
      ), written as (
        insert into galx.rank_chunks as chunk (board, above, lowest, powers, accounts)
        select ${board}, above, lowest, powers, accounts from made
        on conflict (board, above) do update set lowest = excluded.lowest, powers = excluded.powers, accounts = excluded.accounts
          where (chunk.lowest, chunk.powers, chunk.accounts) is distinct from (excluded.lowest, excluded.powers, excluded.accounts)
      ), gone as (
        delete from galx.rank_chunks where board = ${board} and above > coalesce((select max(above) from made), -1)
      )
      insert into galx.rank_boards (board, ranked, block_number, timestamp)
      select ${board}, coalesce(sum(cardinality(powers)), 0), ${progress.block}, ${progress.timestamp} from made
      on conflict (board) do update set ranked = excluded.ranked, block_number = excluded.block_number,
        timestamp = excluded.timestamp`
  })
}

/** @returns null before the board is made for the first time */
export async function readBoard(sql: Queryable, board: Board): Promise<RankBoard | null> {
  const [row] = await sql<RankBoard[]>`
    select ranked, block_number as block, timestamp from galx.rank_boards where board = ${board}`
  return row ?? null
}

/** One more than the number of accounts with more power than `power` (wei). Reads two rows. */
async function rankOf(sql: Queryable, board: Board, power: bigint): Promise<number | null> {
  if (power <= 0n) return null
  const [row] = await sql<{ rank: number }[]>`
    select coalesce(
      (select above + 1 + (select count(*) from unnest(powers) as one (power) where one.power > ${power.toString()}::numeric)
        from galx.rank_chunks where board = ${board} and lowest <= ${power.toString()}::numeric
        order by lowest desc, above limit 1),
      (select ranked + 1 from galx.rank_boards where board = ${board})) as rank`
  return row?.rank ?? null
}

/** The least power on the board above `power` (wei), and its rank. Reads two rows for the power, and two for the rank. */
async function nextAbove(
  sql: Queryable,
  board: Board,
  power: bigint,
): Promise<{ rank: number; power: bigint } | null> {
  const own = sql`${power.toString()}::numeric`
  const [row] = await sql<{ power: bigint | null }[]>`
    select least(
      (select min(one.power) from unnest((
        select powers from galx.rank_chunks where board = ${board} and lowest <= ${own} order by lowest desc, above limit 1
      )) as one (power) where one.power > ${own}),
      (select lowest from galx.rank_chunks where board = ${board} and lowest > ${own} order by lowest, above desc limit 1)
    ) as power`
  if (row?.power == null) return null
  const rank = await rankOf(sql, board, row.power)
  return rank === null ? null : { rank, power: row.power }
}

/** The rank of `power` on the board (null without power), and the place above. */
export async function placeOf(
  sql: Queryable,
  board: Board,
  power: bigint,
): Promise<Pick<OwnPlace, 'rank' | 'next'>> {
  const [rank, next] = await Promise.all([rankOf(sql, board, power), nextAbove(sql, board, power)])
  return { rank, next }
}

/**
 * The current figures of the account whose id is `account`. An account may have points before its totals are written, so the totals may be missing.
 */
function shownOf(sql: Queryable, account: ReturnType<Queryable>) {
  return sql`
    left join lateral (
      select own_power, team_power, team_count from galx.account_totals where account_id = ${account} limit 1
    ) totals on true
    left join lateral (
      select id, name from galx.passes where holder_id = ${account} and unbonding_until is null order by id limit 1
    ) pass on true`
}

type Row = { power: bigint; members: number; passId: bigint | null; passName: string | null }

function shown({ power, members, passId, passName }: Row): Shown {
  return { power, members, node: passId === null ? null : { id: passId, name: passName ?? '' } }
}

/** An account's current power (own power on `staker`, team power on the other boards), its members and its pass. */
export async function readShown(sql: Queryable, board: Board, address: Address): Promise<Shown> {
  const [row] = await sql<Row[]>`
    select coalesce(${board === 'staker' ? sql`totals.own_power` : sql`totals.team_power`}, 0) as power,
      coalesce(totals.team_count, 0) as members, pass.id as "passId", pass.name as "passName"
    from galx.accounts account ${shownOf(sql, sql`account.id`)} where account.address = ${address}`
  return shown(row ?? { power: 0n, members: 0, passId: null, passName: null })
}

/**
 * An account's own place on a board of the present. The account's power is current. The board has the state of its block.
 * @returns rank null without power, on `node` without a live pass, and before the board is made for the first time
 */
export async function ownPlace(sql: Queryable, board: MinuteBoard, address: Address): Promise<OwnPlace> {
  const own = await readShown(sql, board, address)
  const { rank, next } = await placeOf(sql, board, own.power)
  return { ...own, rank: board === 'node' && own.node === null ? null : rank, next }
}

/** @param offset the number of places to skip; at most `LISTED` places are listed */
export async function listRanked(
  sql: Queryable,
  board: Board,
  offset: number,
  limit: number,
): Promise<Ranked[]> {
  const rows = await sql<({ place: number; address: Address } & Row)[]>`
    select chunk.above + one.number as place, account.address, one.power, coalesce(totals.team_count, 0) as members,
      pass.id as "passId", pass.name as "passName"
    from galx.rank_chunks chunk cross join unnest(chunk.accounts, chunk.powers) with ordinality as one (account_id, power, number)
      cross join lateral (select address from galx.accounts where id = one.account_id limit 1) account
      ${shownOf(sql, sql`one.account_id`)}
    where chunk.board = ${board} and chunk.above in (${offset - (offset % CHUNK)}, ${offset - (offset % CHUNK) + CHUNK})
      and chunk.above + one.number > ${offset} and chunk.above + one.number <= ${offset + limit}
    order by 1`
  const ranked: Ranked[] = []
  for (const { place, address, ...row } of rows) {
    const before = ranked.at(-1)
    const rank: number =
      before === undefined
        ? ((await rankOf(sql, board, row.power)) ?? place)
        : before.power === row.power
          ? before.rank
          : place
    ranked.push({ rank, address, ...shown(row) })
  }
  return ranked
}

/** An account's place in the order of a board: by power (wei), highest first, and by id among equal powers. */
export type RankKey = { power: string; account: number }

/** @param place 1 or more, and listed @returns null if the board has no such place */
export async function keyAt(sql: Queryable, board: Board, place: number): Promise<RankKey | null> {
  const above = place - 1 - ((place - 1) % CHUNK)
  const number = place - above
  const [row] = await sql<{ power: bigint | null; account: number | null }[]>`
    select powers[${number}::integer] as power, accounts[${number}::integer] as account
    from galx.rank_chunks where board = ${board} and above = ${above}`
  if (row?.power == null || row.account === null) return null
  return { power: row.power.toString(), account: row.account }
}

/**
 * The number of listed places up to and including a key. The board may have been made again since the key was read, and may no longer contain the
 * key. Among equal powers, a chunk is skipped if the id of its last account is not above the key's.
 */
export async function placesUpTo(sql: Queryable, board: Board, { power, account }: RankKey): Promise<number> {
  const [row] = await sql<{ places: number }[]>`
    select coalesce(
      (select above + (
          select count(*) from unnest(accounts, powers) as one (account_id, power)
          where one.power > ${power}::numeric or one.power = ${power}::numeric and one.account_id <= ${account})
        from galx.rank_chunks
        where board = ${board} and above < ${LISTED} and lowest <= ${power}::numeric
          and (lowest < ${power}::numeric or accounts[cardinality(accounts)] > ${account})
        order by lowest desc, above limit 1),
      (select least(ranked, ${LISTED}) from galx.rank_boards where board = ${board}), 0)::bigint as places`
  return row!.places
}
