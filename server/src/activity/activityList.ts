/** An account's history, in all products or in one: one pool, or one contract without pools. Times are unix seconds, amounts wei. */
import type postgres from 'postgres'
import type { Address, Hex } from 'viem'
import type { ActivityItem } from '@galx/protocol/http/activity'
import type { ContractName } from '@galx/protocol/products'
import { BEFORE_FIRST, type LogPosition } from '../http/cursor.ts'
import type { Queryable } from '../platform/database/connection.ts'

export type ActivityRow = {
  blockNumber: number
  logIndex: number
  contract: ContractName
  kind: ActivityItem['kind']
  /** StakingPools: the contract's pool id; null elsewhere */
  pool: bigint | null
  /** RewardVouchers: the program; NodePass: the pass; Levels: the level; null elsewhere */
  subject: bigint | null
  position: bigint | null
  amount: bigint | null
  pairAmount: bigint | null
  penalty: bigint | null
  reward: bigint | null
  txHash: Hex
  at: number
}

/** Columns of `galx.activity v left join galx.pools p`. */
function ACTIVITY_COLUMNS(sql: Queryable) {
  return sql`
  v.block_number as "blockNumber", v.log_index as "logIndex", v.contract, v.kind, p.pool, v.subject, v.position, v.amount,
  v.pair_amount as "pairAmount", v.penalty, v.reward, v.tx_hash as "txHash", v.at`
}

type Fragment = postgres.PendingQuery<postgres.Row[]>
/** One part of an account's history, as SQL expressions: the account's id, the contract, and the pool's id (0 if the contract has no pools). */
type PartKey = { account: Fragment; contract: Fragment; pool: Fragment }

/** The first columns of the index activity_account_part. */
function PART(sql: Queryable) {
  return sql`v.account_id, v.contract, coalesce(v.pool_id, 0::smallint)`
}

/** A limit of at least this many rows is cut to the part's length. Counting the part costs less than reading this many rows of other parts. */
const ASK_LENGTH = 1_000

/**
 * Newest first, from a place in the index. The comparison of whole rows makes PostgreSQL read the index in order. The inner select reads
 * `limit` rows of the account, and the outer select keeps the rows of the part. The inner select has no lower bound for the part:
 * PostgreSQL before 18 would not stop at the bound, and would read all parts before it.
 * @param columns columns of `v`
 */
function rowsOfPart(
  sql: Queryable,
  key: PartKey,
  { blockNumber, logIndex }: LogPosition,
  limit: number,
  columns = sql`*`,
): Fragment {
  const { account, contract, pool } = key
  const most =
    limit < ASK_LENGTH ? sql`${limit}::bigint` : sql`least(${limit}::bigint, ${lengthOfPart(sql, key)})`
  const own = sql`${account}, ${contract}, ${pool}`
  return sql`select ${columns} from (
      select * from galx.activity v
      where v.account_id >= ${account}
        and (${PART(sql)}, v.block_number, v.log_index) < (${own}, ${blockNumber}::bigint, ${logIndex}::integer)
      order by v.account_id desc, v.contract desc, coalesce(v.pool_id, 0::smallint) desc, v.block_number desc,
        v.log_index desc limit ${most}) v
    where v.contract = ${contract} and coalesce(v.pool_id, 0::smallint) = ${pool}`
}

/**
 * The number of rows of a part, as a scalar expression: the counted rows and the later rows. The account is compared by equality, so the
 * planner knows that the rows are few.
 */
function lengthOfPart(sql: Queryable, { account, contract, pool }: PartKey): Fragment {
  return sql`coalesce((
      select rows from galx.history_lengths
      where account_id = ${account} and contract = ${contract} and pool_id = ${pool}), 0)
    + (
      select count(*) from galx.activity v
      where v.account_id = ${account} and v.contract = ${contract} and coalesce(v.pool_id, 0::smallint) = ${pool}
        and v.block_number > coalesce((select block_number from galx.history_standing), -1))`
}

/** A recursive query named `part`: the parts of an account's history. One look at the index finds each part, however long the part is. */
function partsOf(sql: Queryable, account: Fragment): Fragment {
  const first = sql`select v.contract, coalesce(v.pool_id, 0::smallint) as pool from galx.activity v
    where v.account_id <= ${account}`
  const inOrder = sql`order by ${PART(sql)} limit 1`
  return sql`part (contract, pool) as (
      (${first} and v.account_id >= ${account} ${inOrder})
      union all
      select next.contract, next.pool from part cross join lateral (
        ${first} and (${PART(sql)}) > (${account}, part.contract, part.pool) ${inOrder}
      ) next
    )`
}

/** The key of a row of `part`. */
function ofPart(sql: Queryable, account: Fragment): PartKey {
  return { account, contract: sql`part.contract`, pool: sql`part.pool` }
}

/**
 * The newest rows of all parts of a history together.
 * @param columns columns of `v`, including block_number and log_index
 */
export function rowsOfAccount(
  sql: Queryable,
  account: Address,
  after: LogPosition,
  limit: number,
  columns = sql`*`,
): Fragment {
  const own = sql`(${idOf(sql, account)})`
  return sql`with recursive ${partsOf(sql, own)}
    select v.* from part cross join lateral (${rowsOfPart(sql, ofPart(sql, own), after, limit, columns)}) v
    order by v.block_number desc, v.log_index desc limit ${limit}::bigint`
}

/** @param after null for the first page */
export async function listActivity(
  sql: Queryable,
  account: Address,
  after: LogPosition | null,
  limit: number,
): Promise<ActivityRow[]> {
  return sql<ActivityRow[]>`
    select ${ACTIVITY_COLUMNS(sql)}
    from (${rowsOfAccount(sql, account, after ?? BEFORE_FIRST, limit)}) v left join galx.pools p on p.id = v.pool_id
    order by v.block_number desc, v.log_index desc`
}

/** The whole history in batches, newest first. No connection is held between two batches, so a slow download keeps no other caller waiting. */
export async function* walkActivity(
  sql: Queryable,
  account: Address,
  batch: number,
): AsyncGenerator<ActivityRow[]> {
  let rows: ActivityRow[] = []
  do {
    rows = await listActivity(sql, account, rows.at(-1) ?? null, batch)
    yield rows
  } while (rows.length === batch)
}

/** The exact number of entries. The cost does not grow with the history. */
export async function countActivity(sql: Queryable, account: Address): Promise<number> {
  const own = sql`(${idOf(sql, account)})`
  const [row] = await sql<{ total: number }[]>`
    with recursive ${partsOf(sql, own)}
    select coalesce(sum(${lengthOfPart(sql, ofPart(sql, own))}), 0)::bigint as total from part`
  return row!.total
}

function idOf(sql: Queryable, account: Address) {
  return sql`select id from galx.accounts where address = ${account}`
}

/** `pool` is the contract's pool id; null: the contract has no pools. */
export type Part = { contract: ContractName; pool: bigint | null }
/** `tier` and `unlockAt` are the position's; null for a row without a position. */
type ProductActivityRow = ActivityRow & { tier: number | null; unlockAt: number | null }

/** A pool that was never made gets the id -1, which no pool has. With null, PostgreSQL 15 would read the account's other pools. */
function keyOf(sql: Queryable, account: Address, { contract, pool }: Part): PartKey {
  return {
    account: sql`(${idOf(sql, account)})`,
    contract: sql`${contract}::text`,
    pool:
      pool === null
        ? sql`0::smallint`
        : sql`coalesce((select id from galx.pools where pool = ${pool.toString()}::numeric), (-1)::smallint)`,
  }
}

/**
 * Newest first. Positions are read for the page's rows alone.
 * @param after null for the first page
 */
export async function listOfProduct(
  sql: Queryable,
  account: Address,
  part: Part,
  after: LogPosition | null,
  limit: number,
): Promise<ProductActivityRow[]> {
  return sql<ProductActivityRow[]>`
    select ${ACTIVITY_COLUMNS(sql)}, s.tier, s.unlock_at as "unlockAt"
    from (${rowsOfPart(sql, keyOf(sql, account, part), after ?? BEFORE_FIRST, limit)}) v
      left join galx.pools p on p.id = v.pool_id
      left join lateral (
        select tier, unlock_at from galx.positions
        where account_id = v.account_id and pool_id = v.pool_id and position = v.position limit 1
      ) s on true
    order by v.block_number desc, v.log_index desc`
}

export async function countOfProduct(sql: Queryable, account: Address, part: Part): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select (${lengthOfPart(sql, keyOf(sql, account, part))})::bigint as total`
  return row!.total
}
