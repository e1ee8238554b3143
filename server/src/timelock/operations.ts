/** The announced operations of the timelock: the indexer writes them and the API reads them. */
import { zeroHash, type Hex } from 'viem'
import type { Queryable } from '../platform/database/connection.ts'

type OperationCall = { target: string; value: bigint; data: Hex }
export type Operation = {
  id: Hex
  predecessor: Hex
  /** null: no salt was announced */
  salt: Hex | null
  /** unix seconds */
  scheduledAt: number
  /** unix seconds; the contract takes any delay */
  readyAt: bigint
  state: 'pending' | 'done' | 'cancelled'
  /** by number; if the operation was loaded, only the calls that were announced since then */
  calls: Map<number, OperationCall>
}

export async function loadOperations(sql: Queryable, ids: readonly Hex[]): Promise<Map<Hex, Operation>> {
  const rows = await sql<Omit<Operation, 'calls'>[]>`
    select id, predecessor, salt, scheduled_at as "scheduledAt", ready_at as "readyAt", state
    from galx.timelock_operations where id = any(${ids as Hex[]}::bytea[])`
  return new Map(rows.map((row) => [row.id, { ...row, calls: new Map() }]))
}

export async function writeOperations(sql: Queryable, operations: readonly Operation[]): Promise<void> {
  if (operations.length === 0) return
  await sql`
    insert into galx.timelock_operations (id, predecessor, salt, scheduled_at, ready_at, state)
    select * from unnest(
      ${operations.map(({ id }) => id)}::bytea[],
      ${operations.map(({ predecessor }) => predecessor)}::bytea[],
      ${operations.map(({ salt }) => salt ?? zeroHash)}::bytea[],
      ${operations.map(({ scheduledAt }) => scheduledAt)}::bigint[],
      ${operations.map(({ readyAt }) => readyAt.toString())}::numeric[],
      ${operations.map(({ state }) => state)}::text[])
    on conflict (id) do update set salt = excluded.salt, scheduled_at = excluded.scheduled_at,
      ready_at = excluded.ready_at, state = excluded.state`
  const calls = operations.flatMap(({ id, calls: own }) =>
    [...own].map(([index, call]) => ({ id, index, ...call })),
  )
  if (calls.length === 0) return
  await sql`
    insert into galx.timelock_calls (operation, call_index, target, value, data)
    select * from unnest(
      ${calls.map(({ id }) => id)}::bytea[],
      ${calls.map(({ index }) => index)}::integer[],
      ${calls.map(({ target }) => target)}::bytea[],
      ${calls.map(({ value }) => value.toString())}::numeric[],
      ${calls.map(({ data }) => data)}::bytea[])
    on conflict (operation, call_index) do nothing`
}

export type PendingOperation = Pick<Operation, 'id' | 'predecessor' | 'scheduledAt' | 'readyAt'> & {
  salt: Hex
  /** in order; null: too long for an answer */
  calls: OperationCall[] | null
}

/** The largest number of bytes of an operation's calls in an answer. */
const MOST_DATA = 32_768

/** Sorted by the time from which the operations can be executed. */
export async function listPending(sql: Queryable, limit: number): Promise<PendingOperation[]> {
  const rows = await sql<(Omit<PendingOperation, 'calls'> & { size: number })[]>`
    select id, predecessor, salt, scheduled_at as "scheduledAt", ready_at as "readyAt", calls.size
    from galx.timelock_operations o cross join lateral (
      select coalesce(sum(octet_length(data) + 64), 0)::bigint as size from galx.timelock_calls where operation = o.id
    ) calls
    where state = 'pending' order by ready_at, id limit ${limit}`
  const shown = rows.filter(({ size }) => size <= MOST_DATA).map(({ id }) => id)
  const calls = await sql<(OperationCall & { operation: Hex })[]>`
    select operation, target, value, data from galx.timelock_calls
    where operation = any(${shown}::bytea[]) order by operation, call_index`
  const callsOf = (id: Hex) =>
    calls
      .filter(({ operation }) => operation === id)
      .map(({ target, value, data }) => ({ target, value, data }))
  return rows.map(({ size, ...row }) => ({
    ...row,
    calls: size > MOST_DATA ? null : callsOf(row.id),
  }))
}
