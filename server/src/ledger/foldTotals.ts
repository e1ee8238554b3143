/** Updates the accounts' totals from the indexed blocks: the changes of many batches at once, with one write for each ancestor. */
import type { Sql } from '../platform/database/connection.ts'
import {
  transact,
  byKeysAlone,
  withoutWaitingForDisk,
  type Transaction,
} from '../platform/database/transaction.ts'

/** The approximate number of changes that are taken at once. With the accounts' ancestors, these changes need less than 100 MB of memory. */
const CHANGES_AT_ONCE = 20_000

type Folded = {
  /** accounts that changed */
  changes: number
  /** written rows, including the rows of ancestors */
  written: number
  /** whether the totals now contain everything that was indexed at the start */
  complete: boolean
}

/**
 * One transaction. If several calls run at the same time, one call does the work. The other calls wait, and find nothing left to do.
 * @throws the database's errors; the totals then stay unchanged
 */
export function foldTotals(sql: Sql, changesAtOnce = CHANGES_AT_ONCE): Promise<Folded> {
  return transact(sql, async (transaction) => {
    await Promise.all([byKeysAlone(transaction), withoutWaitingForDisk(transaction)])
    return foldOnce(transaction, changesAtOnce)
  })
}

/** Updates the totals to the cursor in the given transaction. @returns the block up to which the totals are complete; null before the first block */
export async function foldAll(sql: Transaction): Promise<number | null> {
  while (!(await foldOnce(sql, CHANGES_AT_ONCE)).complete);
  const [row] = await sql<{ block: number | null }[]>`select block_number as block from galx.totals_standing`
  return row?.block ?? null
}

/** Adds to the own power of accounts, and to the team power of all accounts above them. @param block the block up to which the totals are complete */
export async function addPower(
  sql: Transaction,
  powers: ReadonlyMap<number, bigint>,
  block: number,
): Promise<void> {
  const changes = new Map([...powers].map(([id, power]) => [id, { power, bound: false }]))
  await writeTotals(sql, sumTeams(await loadTotals(sql, [...changes.keys()], block), changes), changes)
}

async function foldOnce(transaction: Transaction, changesAtOnce: number): Promise<Folded> {
  const from = await lockProgress(transaction)
  const to = await nextProgress(transaction, from, changesAtOnce)
  if (to === null) return { changes: 0, written: 0, complete: true }
  const changes = await readChanges(transaction, from, to.block)
  const written =
    changes.size === 0
      ? 0
      : await writeTotals(
          transaction,
          sumTeams(await loadTotals(transaction, [...changes.keys()], to.block), changes),
          changes,
        )
  await transaction`delete from galx.team_changes where block_number > ${from} and block_number <= ${to.block}`
  await transaction`update galx.totals_standing set block_number = ${to.block}, timestamp = ${to.timestamp}`
  return { changes: changes.size, written, complete: to.complete }
}

/** @returns the block up to which the totals are complete; -1 before the first block */
async function lockProgress(sql: Transaction): Promise<number> {
  const [row] = await sql<{ block: number | null }[]>`
    select block_number as block from galx.totals_standing for update`
  return row?.block ?? -1
}

type Progress = { block: number; timestamp: number; complete: boolean }

/** The end of the changes that are taken now: after `changesAtOnce` changes, or at the cursor. Null: nothing is new. */
async function nextProgress(sql: Transaction, from: number, changesAtOnce: number): Promise<Progress | null> {
  const [cursor] = await sql<{ block: number; timestamp: number }[]>`
    select number as block, timestamp from galx.cursor where number > ${from}`
  if (!cursor) return null
  const [last] = await sql<{ block: number; timestamp: number }[]>`
    select block_number as block, timestamp from galx.team_changes where block_number > ${from}
    order by block_number, account_id offset ${changesAtOnce} limit 1`
  return last ? { ...last, complete: false } : { ...cursor, complete: true }
}

async function readChanges(sql: Transaction, from: number, to: number): Promise<Map<number, TeamChange>> {
  const rows = await sql<{ id: number; power: bigint; bound: boolean }[]>`
    select account_id as id, sum(power) as power, bool_or(bound) as bound from galx.team_changes
    where block_number > ${from} and block_number <= ${to} group by account_id`
  return new Map(rows.map(({ id, power, bound }) => [id, { power, bound }]))
}

/** The accounts and all their ancestors, in the forest at the block. */
function loadTotals(sql: Transaction, ids: readonly number[], block: number): Promise<AccountTotals[]> {
  return sql<AccountTotals[]>`
    with recursive upwards (id, inviter_id) as (
      select id, case when bound_block <= ${block} then inviter_id end
      from galx.accounts where id = any (${ids as number[]}::bigint[])
      union
      select above.id, case when above.bound_block <= ${block} then above.inviter_id end
      from upwards join galx.accounts above on above.id = upwards.inviter_id)
    select upwards.id, upwards.inviter_id as "inviterId", coalesce(totals.own_power, 0) as "ownPower",
      coalesce(totals.team_power, 0) as "teamPower", coalesce(totals.team_count, 0) as "teamCount"
    from upwards left join galx.account_totals totals on totals.account_id = upwards.id`
}

/** Finds rows by key and updates them in place, in the order of ids, like every statement that writes many accounts. */
async function writeTotals(
  sql: Transaction,
  totals: readonly AccountTotals[],
  changes: ReadonlyMap<number, TeamChange>,
): Promise<number> {
  const result = await sql`
    insert into galx.account_totals as totals (account_id, inviter_id, own_power, team_power, team_count)
    select
      unnest(${totals.map(({ id }) => id)}::bigint[]),
      unnest(${totals.map(({ id, inviterId }) => (changes.get(id)?.bound ? inviterId : null))}::bigint[]),
      unnest(${totals.map(({ ownPower }) => ownPower.toString())}::numeric[]),
      unnest(${totals.map(({ teamPower }) => teamPower.toString())}::numeric[]),
      unnest(${totals.map(({ teamCount }) => teamCount)}::integer[])
    on conflict (account_id) do update set
      inviter_id = coalesce(excluded.inviter_id, totals.inviter_id), own_power = excluded.own_power,
      team_power = excluded.team_power, team_count = excluded.team_count`
  return result.count
}

/** An account's sums before the changes. Power is wei of GALX. */
export type Totals = { ownPower: bigint; teamPower: bigint; teamCount: number }
/** `inviterId`: after the changes */
type AccountTotals = Totals & { id: number; inviterId: number | null }
export type TeamChange = { power: bigint; bound: boolean }

/**
 * Computes the changes of ancestors' sums from the changes of accounts. Pure.
 *
 * The work is linear in the given accounts, however large the teams below them are. An account passes up to its inviter:
 * power: its own change + the power that its members pass up (if newly bound, also its own and its team's previous power) count: the count that its
 * members pass up (if newly bound, also itself and its previous team) A binding is permanent. A change therefore counts exactly once for each
 * ancestor that the account has after the batch, whether the change or the binding came first.
 * @param accounts all accounts that changed, and all their ancestors, in any order
 * @param changes by account id
 * @returns by account id, the new sums, the id and the inviter of every account whose row changes
 * @throws Error if an ancestor is missing
 */
export function sumTeams(
  accounts: readonly AccountTotals[],
  changes: ReadonlyMap<number, TeamChange>,
): AccountTotals[] {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const passed = new Map<number, { power: bigint; count: number }>()
  const waitingFor = new Map<number, number>()
  for (const { id, inviterId } of accounts) {
    if (inviterId === null) continue
    if (!byId.has(inviterId)) throw new Error(`account ${id} was loaded without its inviter ${inviterId}`)
    waitingFor.set(inviterId, (waitingFor.get(inviterId) ?? 0) + 1)
  }
  const after: AccountTotals[] = []
  // Members come before their inviters.
  const ready = accounts.filter(({ id }) => !waitingFor.has(id))
  for (let account = ready.pop(); account; account = ready.pop()) {
    const { id, inviterId } = account
    const change = changes.get(id)
    const below = passed.get(id)
    const own = change?.power ?? 0n
    if (change || (below && (below.power !== 0n || below.count !== 0)))
      after.push({
        id,
        inviterId,
        ownPower: account.ownPower + own,
        teamPower: account.teamPower + (below?.power ?? 0n),
        teamCount: account.teamCount + (below?.count ?? 0),
      })
    if (inviterId === null) continue
    let above = passed.get(inviterId)
    if (!above) passed.set(inviterId, (above = { power: 0n, count: 0 }))
    above.power += own + (below?.power ?? 0n)
    above.count += below?.count ?? 0
    if (change?.bound) {
      above.power += account.ownPower + account.teamPower
      above.count += 1 + account.teamCount
    }
    const left = waitingFor.get(inviterId)! - 1
    waitingFor.set(inviterId, left)
    if (left === 0) ready.push(byId.get(inviterId)!)
  }
  return after.sort((a, b) => a.id - b.id)
}
