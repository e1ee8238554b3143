/**
 * A second set of the tables that are filled from the chain. The second set is filled while the first set serves. Then one short
 * transaction gives the second set the names of the first.
 *
 * Both sets have a table of accounts. The API writes into the serving table, and a trigger copies each change to the second set at once.
 * An account has the same id in both sets: the second set takes the id from the serving set.
 */
import type { Queryable, Sql } from '../../platform/database/connection.ts'
import type { Rename } from '../../platform/database/renaming.ts'
import { transact, type Transaction } from '../../platform/database/transaction.ts'
import { retryWhileLocked } from '../../platform/database/retryWhileLocked.ts'
import { FatalError } from '../../platform/faults.ts'
import { wouldHide } from '../../ledger/agreedEpochs.ts'
import { ENGINE_TABLES } from './reindex.ts'

const SHADOW = 'galx_shadow'
const RETIRED = 'galx_retired'

/** The schema was migrated while the second set was filled. The second set lacks the change. */
class SchemaChangedError extends FatalError {
  override name = 'SchemaChangedError'
}

export type ShadowTables = {
  /** changes a statement about the serving tables to a statement about the second set */
  rename: Rename
  /** makes the second set, or continues a second set of an earlier process. @returns whether the second set existed */
  prepare(sql: Sql): Promise<boolean>
  /** gives the planner its statistics, once the second set is nearly full */
  finish(sql: Sql): Promise<void>
  /**
   * Gives the second set the names of the serving set. Does nothing if the second set is more than BEHIND seconds behind, or would hide an
   * epoch.
   * @returns whether the names were exchanged
   * @throws SchemaChangedError
   */
  swap(sql: Sql): Promise<boolean>
  /** whether the names were already exchanged. A lost connection may hide that an exchange has succeeded */
  isExchanged(sql: Queryable): Promise<boolean>
  /** drops the second set */
  drop(sql: Sql): Promise<void>
  /** does the remaining work after the exchange; no other work waits for it */
  settle(sql: Sql): Promise<void>
}

/**
 * @param sourceTables tables that the sources alone write
 * @param contents a fingerprint of the tables' sources: a second set with another fingerprint is not continued
 */
export function shadowTables(sourceTables: readonly string[], contents: string): ShadowTables {
  const tables = [
    ...new Set([
      ...ENGINE_TABLES,
      'accounts',
      'account_totals',
      'pending_counts',
      'totals_standing',
      ...sourceTables,
    ]),
  ]
  const pattern = new RegExp(`\\bgalx\\.(${tables.join('|')})\\b`, 'g')
  const rename = (text: string) => text.replaceAll(pattern, `${SHADOW}.$1`)
  /** the second set's cursor table by its id, which an exchange of names does not change; null before `prepare` */
  let cursorTable: number | null = null
  return {
    rename,
    prepare: async (sql) => {
      const goesOn = await prepare(sql, tables, rename, contents)
      cursorTable = await idOf(sql, `${SHADOW}.cursor`)
      return goesOn
    },
    finish: async (sql) => {
      for (const table of tables) await sql.unsafe(`analyze ${SHADOW}.${table}`)
    },
    swap: (sql) => swap(sql, tables, contents),
    // A missing second set does not prove an exchange: a fail-over may have lost the set.
    isExchanged: async (sql) => cursorTable !== null && (await idOf(sql, 'galx.cursor')) === cursorTable,
    drop,
    settle,
  }
}

async function idOf(sql: Queryable, table: string): Promise<number | null> {
  const [row] = await sql<{ id: number | null }[]>`select to_regclass(${table})::oid::bigint as id`
  return row!.id
}

async function prepare(
  sql: Sql,
  tables: readonly string[],
  rename: Rename,
  contents: string,
): Promise<boolean> {
  await settle(sql)
  const mark = await markOf(sql, contents)
  const [left] = await sql<{ mark: string | null }[]>`
    select obj_description(to_regnamespace(${SHADOW}), 'pg_namespace') as mark`
  if (left?.mark === mark) {
    // An earlier process may have stored a halt in the second set. This process checks the cause again, and the exchange must not hand the halt to
    // the leader. The set may be lost since its mark was read.
    await sql.unsafe(
      'do $$ begin delete from galx_shadow.indexer_halt; exception when undefined_table or invalid_schema_name then null; end $$',
    )
    if ((await idOf(sql, `${SHADOW}.cursor`)) !== null) return true
  }
  await drop(sql)
  await transact(sql, async (transaction) => {
    await nameInFull(transaction)
    await transaction.unsafe(`create schema ${SHADOW}`)
    for (const table of tables) await copyTable(transaction, table, rename)
    await transaction`insert into galx_shadow.totals_standing default values`
    await transaction.unsafe(FUNCTIONS)
  })
  await retryWhileLocked(() => sql.unsafe(FOLLOW))
  await copyAccounts(sql)
  await transact(sql, async (transaction) => {
    await nameInFull(transaction)
    await copyReferences(transaction, tables, rename)
  })
  await sql.unsafe(`comment on schema ${SHADOW} is '${mark}'`)
  return false
}

async function drop(sql: Sql): Promise<void> {
  await retryWhileLocked(() => sql.unsafe(`drop schema if exists ${SHADOW} cascade`))
}

/** Makes PostgreSQL write each of our tables with its schema, independent of the role's search path. */
async function nameInFull(sql: Transaction): Promise<void> {
  await sql`select set_config('search_path', '', true)`
}

/** The mark changes with the schema and with the tables' sources. */
async function markOf(sql: Queryable, contents: string): Promise<string> {
  const [row] = await sql<{ version: number }[]>`select max(version) as version from galx.migrations`
  return `schema version ${row?.version ?? 0}, filled from ${contents}`
}

/** Copies columns, checks, keys, indexes and triggers with their names. References come later. */
async function copyTable(sql: Transaction, table: string, rename: Rename): Promise<void> {
  await sql.unsafe(`create table ${SHADOW}.${table} (like galx.${table} including all excluding indexes)`)
  const rows = await sql<{ statement: string }[]>`
    select format('alter table %s set (%s)', oid::regclass, array_to_string(reloptions, ', ')) as statement
    from pg_class where oid = ${`galx.${table}`}::regclass and reloptions is not null
    union all
    select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where conrelid = ${`galx.${table}`}::regclass and contype in ('p', 'u', 'x')
    union all
    select pg_get_indexdef(indexrelid) from pg_index
    where indrelid = ${`galx.${table}`}::regclass and not exists (select from pg_constraint where conindid = indexrelid)
    union all
    select pg_get_triggerdef(oid) from pg_trigger
    where tgrelid = ${`galx.${table}`}::regclass and not tgisinternal`
  for (const { statement } of rows) await sql.unsafe(rename(statement))
}

async function copyReferences(sql: Transaction, tables: readonly string[], rename: Rename): Promise<void> {
  const rows = await sql<{ statement: string }[]>`
    select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as statement
    from pg_constraint where contype = 'f' and conrelid = any (${tables.map((table) => `galx.${table}`)}::text[]::regclass[])`
  for (const { statement } of rows) await sql.unsafe(rename(statement))
}

/**
 * `share_id`: if the second set meets an account first, the account gets its row and id in the serving set. `follow_account` copies each
 * registration and binding that the API writes, and compares it with the second set's row, so that each change counts once.
 */
const FUNCTIONS = `
create function ${SHADOW}.share_id() returns trigger language plpgsql as $$
begin
  select id into new.id from galx.accounts where address = new.address;
  -- An insert takes an id even if the row exists. Each reindex would then use up an id for every account.
  if not found then
    insert into galx.accounts (address) values (new.address) on conflict (address) do nothing;
    select id into new.id from galx.accounts where address = new.address;
  end if;
  return new;
end $$;
create trigger share_id before insert on ${SHADOW}.accounts for each row when (new.registered_at is null)
  execute function ${SHADOW}.share_id();
create function ${SHADOW}.follow_account() returns trigger language plpgsql as $$
declare
  counts boolean;
begin
  insert into ${SHADOW}.accounts (id, address, registered_at, invite_code)
  values (new.id, new.address, new.registered_at, new.invite_code)
  on conflict (id) do update set registered_at = excluded.registered_at, invite_code = excluded.invite_code;
  if new.pending_inviter_id is not null then
    update ${SHADOW}.accounts set pending_inviter_id = new.pending_inviter_id, pending_at = new.pending_at
    where id = new.id and pending_inviter_id is null returning inviter_id is null into counts;
    if counts then
      insert into ${SHADOW}.account_totals (account_id, inviter_id) values (new.id, new.pending_inviter_id)
      on conflict (account_id) do update set inviter_id = excluded.inviter_id;
      insert into ${SHADOW}.pending_counts as c (inviter_id, members) values (new.pending_inviter_id, 1)
      on conflict (inviter_id) do update set members = c.members + 1;
    end if;
  end if;
  return null;
end $$`

const FOLLOW = `
create trigger shadow_follows after insert or update of registered_at, invite_code, pending_inviter_id, pending_at
  on galx.accounts for each row when (new.registered_at is not null) execute function ${SHADOW}.follow_account()`

/** The number of ids in one statement: small, so that no other statement waits long for a row. */
const STEP = 20_000

/**
 * Copies the registrations and bindings that the API wrote before the trigger existed. A row that the trigger has made is newer, and the trigger has
 * counted it.
 */
async function copyAccounts(sql: Sql): Promise<void> {
  const [last] = await sql<{ id: number | null }[]>`select max(id) as id from galx.accounts`
  for (let from = 0; from <= (last?.id ?? -1); from += STEP)
    await sql`
      with copied as (
        insert into galx_shadow.accounts (id, address, registered_at, invite_code, pending_inviter_id, pending_at)
        select id, address, registered_at, invite_code, pending_inviter_id, pending_at from galx.accounts
        where id >= ${from} and id < ${from + STEP} and registered_at is not null
        on conflict (id) do nothing returning id, pending_inviter_id
      ), counted as (
        insert into galx_shadow.pending_counts as c (inviter_id, members)
        select pending_inviter_id, count(*) from copied where pending_inviter_id is not null group by 1 order by 1
        on conflict (inviter_id) do update set members = c.members + excluded.members
      )
      insert into galx_shadow.account_totals (account_id, inviter_id)
      select id, pending_inviter_id from copied where pending_inviter_id is not null on conflict (account_id) do nothing`
}

/** Milliseconds for one lock. The database needs longer to find a deadlock, so the swap gives up first. */
const SWAP_LOCK = 300
/**
 * The number of attempts to get the locks of a swap. Nobody fills the second set during these attempts. If all fail, the set is filled further before
 * the next swap.
 */
const SWAP_ATTEMPTS = 4

async function swap(sql: Sql, tables: readonly string[], contents: string): Promise<boolean> {
  const mark = await markOf(sql, contents)
  const [prepared] = await sql<{ mark: string | null }[]>`
    select obj_description(to_regnamespace(${SHADOW}), 'pg_namespace') as mark`
  if (prepared?.mark !== mark)
    throw new SchemaChangedError('the schema was migrated meanwhile: run "reindex" again')
  const kept = await transact(sql, async (transaction) => {
    await nameInFull(transaction)
    return keptReferences(transaction, tables)
  })
  return retryWhileLocked(
    () => transact(sql, (transaction) => exchange(transaction, tables, kept)),
    SWAP_ATTEMPTS,
  )
}

/** Does the slow work after the exchange: checks every reference and removes the old tables. */
async function settle(sql: Sql): Promise<void> {
  const unchecked = await sql<{ table: string; name: string }[]>`
    select format('galx.%I', relname) as table, quote_ident(conname) as name
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and not convalidated and connamespace = 'galx'::regnamespace`
  for (const { table, name } of unchecked)
    await retryWhileLocked(() => sql.unsafe(`alter table ${table} validate constraint ${name}`))
  await retryWhileLocked(() => sql.unsafe(`drop schema if exists ${RETIRED} cascade`))
}

type Reference = { table: string; name: string; definition: string }

/** References from the tables that stay to the tables that are exchanged. */
function keptReferences(sql: Queryable, tables: readonly string[]): Promise<Reference[]> {
  const names = tables.map((table) => `galx.${table}`)
  return sql<Reference[]>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and confrelid = any (${names}::text[]::regclass[])
      and conrelid <> all (${names}::text[]::regclass[])`
}

/**
 * Right after the exchange, an answer may be this many seconds older than an answer given before the exchange. Answers name their block. New blocks
 * arrive while the last range is written into the second set and the tables are locked, so both sets hardly ever end with the same block.
 */
export const BEHIND = 5

/** @returns false, with nothing done, while the second set is empty, is too far behind a serving set of the same chain, or would hide an epoch */
async function exchange(
  sql: Transaction,
  tables: readonly string[],
  kept: readonly Reference[],
): Promise<boolean> {
  await sql`select set_config('lock_timeout', ${`${SWAP_LOCK}ms`}, true)`
  const all = [
    ...tables.flatMap((table) => [`galx.${table}`, `${SHADOW}.${table}`]),
    ...kept.map(({ table }) => table),
  ]
  await sql.unsafe(`lock table ${[...new Set(all)].join()} in access exclusive mode`)
  const [refused] = await sql`
    select from galx.cursor serving left join galx_shadow.cursor shadow on true
    where serving.genesis_hash = shadow.genesis_hash and serving.timestamp > shadow.timestamp + ${BEHIND}
      or shadow.number is null or ${wouldHide(sql)}`
  if (refused) return false
  await sql.unsafe(`
    drop trigger shadow_follows on galx.accounts;
    drop trigger share_id on ${SHADOW}.accounts;
    select setval(pg_get_serial_sequence('${SHADOW}.accounts', 'id'),
      coalesce(pg_sequence_last_value(pg_get_serial_sequence('galx.accounts', 'id')::regclass), 1));
    ${kept.map(({ table, name }) => `alter table ${table} drop constraint ${name};`).join('\n')}
    create schema ${RETIRED};
    ${tables.map((table) => `alter table galx.${table} set schema ${RETIRED};`).join('\n')}
    ${tables.map((table) => `alter table ${SHADOW}.${table} set schema galx;`).join('\n')}
    ${kept.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition} not valid;`).join('\n')}
    drop schema ${SHADOW} cascade;`)
  return true
}
