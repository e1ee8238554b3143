/** The history's rows. The indexer writes them in whole batches. */
import type { ContractName } from '@galx/protocol/products'
import type { ActivityItem } from '@galx/protocol/http/activity'
import type { Queryable } from '../platform/database/connection.ts'
import { List, writeBytes, writeWhole, writeWord } from '../platform/database/lists.ts'
import type { Member } from './forest.ts'

/** Amounts are wei of the product's token. */
export type ActivityRow = {
  block: number
  logIndex: number
  member: Member
  contract: ContractName
  kind: ActivityItem['kind']
  /** a row of galx.pools; null in all contracts except StakingPools */
  poolId: number | null
  /** RewardVouchers: the program; NodePass: the pass; Levels: the level; null elsewhere */
  subject: bigint | null
  position: bigint | null
  /** null if nothing moves */
  amount: bigint | null
  pairAmount: bigint | null
  penalty: bigint | null
  reward: bigint | null
  txHash: string
  /** unix seconds */
  at: number
}

/** The fields that most rows do not use. */
export const NO_DETAILS = {
  poolId: null,
  subject: null,
  position: null,
  amount: null,
  pairAmount: null,
  penalty: null,
  reward: null,
} as const

/** The number of rows of one statement. */
export const ROWS_AT_ONCE = 2_000

/**
 * The rows of one statement, column by column in PostgreSQL's own text. Rows as objects would be moved by the garbage collector again and again
 * while they wait. Columns that are never null are complete. The other columns end with their last value.
 */
class Part {
  readonly blocks = new List(writeWhole)
  readonly logIndexes = new List(writeWhole)
  /** the members; the ids of newcomers are set later */
  readonly members: Member[] = []
  readonly contracts = new List(writeWord)
  readonly kinds = new List(writeWord)
  readonly poolIds = new List(writeWhole)
  readonly subjects = new List(writeWhole)
  readonly positions = new List(writeWhole)
  readonly amounts = new List(writeWhole)
  readonly pairAmounts = new List(writeWhole)
  readonly penalties = new List(writeWhole)
  readonly rewards = new List(writeWhole)
  readonly txHashes = new List(writeBytes)
  readonly times = new List(writeWhole)

  push(row: ActivityRow): void {
    this.blocks.add(row.block)
    this.logIndexes.add(row.logIndex)
    this.members.push(row.member)
    this.contracts.add(row.contract)
    this.kinds.add(row.kind)
    this.poolIds.add(row.poolId)
    this.subjects.add(row.subject)
    this.positions.add(row.position)
    this.amounts.add(row.amount)
    this.pairAmounts.add(row.pairAmount)
    this.penalties.add(row.penalty)
    this.rewards.add(row.reward)
    this.txHashes.add(row.txHash)
    this.times.add(row.at)
  }

  empty(): void {
    this.members.length = 0
    for (const column of Object.values(this)) if (column instanceof List) column.empty()
  }
}

/** Sent parts, whose memory is used again for later parts. */
const spare: Part[] = []
/** The number of parts in two batches of the largest size. */
const MOST_SPARE = 20

/** Collects rows for the history. */
export class ActivityRows {
  readonly #parts: Part[] = []

  push(row: ActivityRow): void {
    let part = this.#parts.at(-1)
    if (part === undefined || part.members.length === ROWS_AT_ONCE)
      this.#parts.push((part = spare.pop() ?? new Part()))
    part.push(row)
  }

  /** Inserts one part whenever the next part is requested. Every member must have its id. Afterwards no row is left. */
  *insert(sql: Queryable): Generator<Promise<void>> {
    for (let part = this.#parts.shift(); part !== undefined; part = this.#parts.shift()) {
      yield insertPart(sql, part)
      part.empty()
      if (spare.length < MOST_SPARE) spare.push(part)
    }
  }
}

async function insertPart(sql: Queryable, part: Part): Promise<void> {
  await sql`
    insert into galx.activity (block_number, log_index, account_id, contract, kind, pool_id, subject, position, amount,
      pair_amount, penalty, reward, tx_hash, at)
    select
      unnest(${part.blocks.text()}::text::bigint[]),
      unnest(${part.logIndexes.text()}::text::integer[]),
      unnest(${part.members.map(({ id }) => id)}::bigint[]),
      unnest(${part.contracts.text()}::text::text[]),
      unnest(${part.kinds.text()}::text::text[])::galx.activity_kind,
      unnest(${part.poolIds.textToLastValue()}::text::smallint[]),
      unnest(${part.subjects.textToLastValue()}::text::numeric[]),
      unnest(${part.positions.textToLastValue()}::text::numeric[]),
      unnest(${part.amounts.textToLastValue()}::text::numeric[]),
      unnest(${part.pairAmounts.textToLastValue()}::text::numeric[]),
      unnest(${part.penalties.textToLastValue()}::text::numeric[]),
      unnest(${part.rewards.textToLastValue()}::text::numeric[]),
      unnest(${part.txHashes.text()}::text::bytea[]),
      unnest(${part.times.text()}::text::bigint[])`
}

export type WeightChange = {
  member: Member
  /** a row of galx.pools; null: shares of the vault */
  poolId: number | null
  block: number
  logIndex: number
  /** unix seconds */
  at: number
  /** wei of weight, or units of shares, before this event */
  before: bigint
  /** wei of weight, or units of shares, from this event on */
  weight: bigint
  /** the earnings of one unit of the pool's weight until this event (staking/accruals.ts); null for the vault */
  perWeight: bigint | null
}

/**
 * The table of every change of an account's weight, in order. Rows never change. Time-weighted bonuses are computed from this table. An account
 * without a row had weight 0.
 */
export async function insertWeightChanges(sql: Queryable, changes: readonly WeightChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    insert into galx.weight_changes (block_number, log_index, account_id, pool_id, at, weight, per_weight)
    select
      unnest(${changes.map(({ block }) => block)}::bigint[]),
      unnest(${changes.map(({ logIndex }) => logIndex)}::integer[]),
      unnest(${changes.map(({ member }) => member.id)}::bigint[]),
      unnest(${changes.map(({ poolId }) => poolId)}::smallint[]),
      unnest(${changes.map(({ at }) => at)}::bigint[]),
      unnest(${changes.map(({ weight }) => weight.toString())}::numeric[]),
      unnest(${changes.map(({ perWeight }) => perWeight?.toString() ?? null)}::numeric[])`
}
