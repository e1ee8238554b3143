/**
 * A second set of the tables that are read from the chain, beside the serving one: filled while the others serve, then given
 * their names in one short transaction.
 *
 * Accounts are in both. What people do through the API goes on in the serving table; a trigger carries it over at once. An
 * account has one id in both: the second set asks the serving one for it.
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

/** The schema was migrated while the second set was filled: it lacks the change. */
class SchemaChangedError extends FatalError {
  override name = 'SchemaChangedError'
}

export type ShadowTables = {
  /** turns statements about the serving tables into ones about the second set */
  rename: Rename
  /** makes the second set, or takes up one that an earlier process has left. @returns whether it was there */
  prepare(sql: Sql): Promise<boolean>
  /** once it is nearly full: what the planner has to know of it */
  finish(sql: Sql): Promise<void>
  /**
   * Gives the second set the names of the serving one, where it has come as far, but for BEHIND seconds, and would hide no epoch; else does nothing.
   * @returns whether it did
   * @throws SchemaChangedError
   */
  swap(sql: Sql): Promise<boolean>
  /** whether the set that was made or taken up has the names already: the answer to an exchange may be lost with its connection */
  isExchanged(sql: Queryable): Promise<boolean>
  /** gives up what was read */
  drop(sql: Sql): Promise<void>
  /** what is left to do after the exchange; nobody waits for it */
  settle(sql: Sql): Promise<void>
}

/**
 * @param sourceTables what the sources alone write
 * @param contents a fingerprint of what they are filled from: a second set of other contents is not gone on with
 */
export function shadowTables(sourceTables: readonly string[], contents: string): ShadowTables {
  const tables = [
    ...new Set([
      ...ENGINE_TABLES,
      ...['accounts', 'account_totals', 'pending_counts', 'totals_standing'],
      ...sourceTables,
    ]),
  ]
  const pattern = new RegExp(`\\bgalx\\.(${tables.join('|')})\\b`, 'g')
  const rename = (text: string) => text.replaceAll(pattern, `${SHADOW}.$1`)
  /** of the second set's table, whichever name it has; null before it was made or taken up */
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
    // That the second set is gone says nothing: a fail-over may have lost it.
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
    // Why an earlier process halted is looked into again, and what is exchanged must not carry it to the leader.
    await sql`delete from galx_shadow.indexer_halt`
    return true
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

/** PostgreSQL then writes every table of ours with its schema, whatever the role's path is. */
async function nameInFull(sql: Transaction): Promise<void> {
  await sql`select set_config('search_path', '', true)`
}

/** Changes with the schema and with what the tables are filled from. */
async function markOf(sql: Queryable, contents: string): Promise<string> {
  const [row] = await sql<{ version: number }[]>`select max(version) as version from galx.migrations`
  return `schema version ${row?.version ?? 0}, filled from ${contents}`
}

/** Columns, checks, keys, indexes and triggers by the names they have; references come later. */
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
 * `share_id`: an account that the second set meets first gets its row, and its id, in the serving one. `follow_account`: a
 * registration or a binding through the API. It counts by what the second set's own row was before, so that each counts once.
 */
const FUNCTIONS = `
create function ${SHADOW}.share_id() returns trigger language plpgsql as $$
begin
  select id into new.id from galx.accounts where address = new.address;
  -- An insert that finds the row there takes an id all the same, and each time the chain is read again would take one for every account.
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

/** Ids looked through by one statement: nobody waits long for a row of it. */
const STEP = 20_000

/** What people have done through the API so far. A row that the trigger has made meanwhile is newer, and counted by it. */
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

/** Milliseconds for one lock: shorter than the database takes to find a deadlock, so that it is the swap that gives way. */
const SWAP_LOCK = 300
/** While the swap tries, nobody fills the second set: then it is filled further first. */
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

/** What the exchange leaves for later, since it takes long: looking at every reference, and removing the old tables. */
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

/** Of the tables that stay to those that are exchanged. */
function keptReferences(sql: Queryable, tables: readonly string[]): Promise<Reference[]> {
  const names = tables.map((table) => `galx.${table}`)
  return sql<Reference[]>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and confrelid = any (${names}::text[]::regclass[])
      and conrelid <> all (${names}::text[]::regclass[])`
}

/**
 * Seconds that answers may go back by at the exchange; they name their block. Blocks come while the last range of the second set is
 * finished and the tables are locked, so it can hardly ever be level.
 */
export const BEHIND = 5

/** @returns false, with nothing done, while the second set is too far behind the serving one of the same chain */
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
