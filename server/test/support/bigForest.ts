/**
 * Fills a database of any size in minutes. Most accounts of the forest have a random earlier account as inviter, so the forest is about ln(n)
 * deep. One chain is 60 accounts long, and one inviter invited every tenth account. The accounts have open stakes, history, consistent sums and
 * callers' rows. Indexes are built after the rows.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { parseRulesets } from '@galx/protocol/rulesets'
import { keepRuleset } from '../../src/rewards/engine/rulesetChange.ts'
import type { Sql } from '../../src/platform/database/connection.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'
import { fillBonuses, OUTAGE } from './bigBonuses.ts'

/** The account at the end of the chain. An account that it invites has this many ancestors. */
export const CHAIN = 60
/** The inviter of a tenth of all accounts. */
export const GREAT_INVITER = CHAIN + 1
/** The number of rows of the longest history, which belongs to the great inviter. */
const LONGEST_HISTORY = 300_000

export function addressOf(id: number): `0x${string}` {
  return `0x${createHash('sha256').update(String(id)).digest('hex').slice(0, 40)}`
}

const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The codes of all accounts differ, because the factor has no common divisor with the number of codes. */
export function inviteCodeOf(id: number): string {
  let [code, rest] = ['', (id * 104_729) % CODE_LETTERS.length ** 8]
  while (code.length < 8) {
    code += CODE_LETTERS[rest % CODE_LETTERS.length]
    rest = Math.floor(rest / CODE_LETTERS.length)
  }
  return code
}

/** A session of every tenth account, starting with the first. */
export function sessionOf(id: number): string {
  return createHash('md5').update(String(id)).digest('hex')
}

/** The transaction that every tenth account has reported. */
export function reportOf(id: number): `0x${string}` {
  return `0x${createHash('sha256').update(`report ${id}`).digest('hex')}`
}

/** Hours of the vault's history: ten years. */
const VAULT_HOURS = 87_600

/** `vaultSince`, `now`: unix seconds of the vault's first event and of the newest block; `lastEpoch`: the last visible closed epoch. */
export type BigForest = {
  accounts: number
  longestHistory: number
  depth: number
  vaultSince: number
  now: number
  lastEpoch: number
}

/** mulberry32 of one number: the same forest every time. */
function chanceAt(index: number): number {
  let mixed = Math.imul(index ^ 0x9e3779b9, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 1 | mixed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

/** @param sql one connection to a migrated, empty database */
export async function fillForest(sql: Sql, accounts: number): Promise<BigForest> {
  const greatTeam = Math.floor(accounts / 10)
  const parents = new Int32Array(accounts + 1)
  const depths = new Uint16Array(accounts + 1)
  /** in whole tokens; two of three accounts have stakes */
  const own = new Int32Array(accounts + 1)
  const team = new Float64Array(accounts + 1)
  const members = new Int32Array(accounts + 1)
  const direct = new Int32Array(accounts + 1)
  for (let id = 1; id <= accounts; id += 1) {
    if (id > 1 && id <= CHAIN) parents[id] = id - 1
    else if (id > GREAT_INVITER && id <= GREAT_INVITER + greatTeam) parents[id] = GREAT_INVITER
    else if (id > GREAT_INVITER && chanceAt(id) > 0.05) parents[id] = 1 + Math.floor(chanceAt(-id) * (id - 1))
    depths[id] = parents[id] === 0 ? 0 : depths[parents[id]!]! + 1
    own[id] = id % 3 === 0 ? 0 : 1 + Math.floor(chanceAt(id + accounts) ** 4 * 1_000_000)
  }
  for (let id = accounts; id > 0; id -= 1) {
    const parent = parents[id]!
    if (parent === 0) continue
    team[parent]! += team[id]! + own[id]!
    members[parent]! += members[id]! + 1
    direct[parent]! += 1
  }
  /** Half of the accounts without an inviter have requested the great inviter. */
  const isPending = (id: number) => id > GREAT_INVITER && parents[id] === 0 && id % 2 === 0
  await sql.unsafe(`set maintenance_work_mem = '1GB'`)
  await sql.unsafe(`set synchronous_commit = off`)
  const rebuild = await dropIndexes(sql)
  await copy(
    sql,
    `accounts (id, address, registered_at, invite_code, inviter_id, bound_at, bound_block, pending_inviter_id, pending_at, direct_count)`,
    accounts,
    (id) => {
      const at = 1_700_000_000 + id
      const bound = parents[id] === 0 ? '\\N\t\\N\t\\N' : `${parents[id]}\t${at}\t${id}`
      const pending = isPending(id) ? `${GREAT_INVITER}\t${at}` : '\\N\t\\N'
      const own = `${id}\t\\\\x${addressOf(id).slice(2)}\t${at}\t${inviteCodeOf(id)}`
      return `${own}\t${bound}\t${pending}\t${direct[id]}\n`
    },
  )
  await copy(sql, 'account_totals', accounts, (id) => {
    const wei = (tokens: number) => (tokens === 0 ? '0' : `${tokens}${'0'.repeat(18)}`)
    const inviter = isPending(id) ? GREAT_INVITER : parents[id] || '\\N'
    return `${id}\t${inviter}\t${wei(own[id]!)}\t${wei(team[id]!)}\t${members[id]}\n`
  })
  const longestHistory = Math.min(LONGEST_HISTORY, accounts)
  await fillFromTotals(sql, accounts, longestHistory)
  const now = 1_700_000_000 + accounts
  await fillFromCallers(sql, accounts, now)
  await fillFromOperators(sql, now)
  const lastEpoch = await fillBonuses(sql, accounts, GREAT_INVITER, now)
  for (const statement of rebuild) await sql.unsafe(statement)
  await sql.unsafe('vacuum (analyze, parallel 0)')
  return {
    lastEpoch,
    accounts,
    longestHistory,
    depth: depths.reduce((most, depth) => Math.max(most, depth), 0),
    vaultSince: now - VAULT_HOURS * 3_600,
    now,
  }
}

/** The derived rows, computed by the database itself. */
async function fillFromTotals(sql: Sql, accounts: number, longestHistory: number): Promise<void> {
  const hash = `decode(repeat('ab', 32), 'hex')`
  // Different hashes, like on a chain: an index of hashes is slow with a million equal ones.
  const hashOf = (number: string) => `sha256((${number})::text::bytea)`
  await sql.unsafe(`
    insert into galx.pools (id, pool, stake_token, reward_token, pair_ratio, reward_duration, tiers, created_block, created_at)
    values (1, 1, decode(repeat('70', 20), 'hex'), decode(repeat('70', 20), 'hex'), 0, 1,
      '[{"duration": 0, "multiplierBps": 10000, "penaltyBps": 0}]', 1, 1)`)
  const staked = `from galx.account_totals where own_power > 0`
  await sql.unsafe(`insert into galx.pool_accounts select account_id, 1, own_power ${staked}`)
  await sql.unsafe(`
    insert into galx.positions select account_id, 1, 0, own_power, 0, 0, 0, 1700000000 + account_id, account_id, ${hashOf('account_id')}, null
    ${staked}`)
  await sql.unsafe(`
    insert into galx.weight_changes select account_id, 0, account_id, 1, 1700000000 + account_id, own_power ${staked}`)
  await sql.unsafe(`
    insert into galx.activity (block_number, log_index, account_id, kind, pool_id, position, amount, tx_hash, at)
    select account_id, 0, account_id, 'stake', 1, 0, own_power, ${hashOf('account_id')}, 1700000000 + account_id ${staked}`)
  // The longest history is spread over the chain, and half of it is in another contract.
  await sql.unsafe(`
    insert into galx.activity (block_number, log_index, account_id, contract, kind, pool_id, amount, tx_hash, at)
    select n * ${Math.floor(accounts / longestHistory)}::bigint, 1, ${GREAT_INVITER},
      case when n % 2 = 0 then 'StakingPools' else 'ZnVault' end,
      case when n % 2 = 0 then 'claim' else 'deposit' end::galx.activity_kind, case when n % 2 = 0 then 1 end, n, ${hashOf('-n')},
      1700000000 + n from generate_series(1, ${longestHistory}) n`)
  await sql.unsafe(`
    insert into galx.history_lengths select account_id, contract, coalesce(pool_id, 0), count(*) from galx.activity
    group by 1, 2, 3`)
  await sql.unsafe(`insert into galx.history_standing (block_number) values (${accounts})`)
  await sql.unsafe(`insert into galx.levels select id, 1, 1 from generate_series(1, ${accounts}, 10) id`)
  await sql.unsafe(`insert into galx.pending_counts select id, 0 from generate_series(1, ${accounts}, 10) id`)
  await sql.unsafe(`
    update galx.pending_counts set members = (select count(*) from galx.accounts where pending_inviter_id is not null)
    where inviter_id = ${GREAT_INVITER}`)
  await sql.unsafe(`
    insert into galx.fund_flows
    select n * 10, 0, case when n % 2 = 0 then 'inflow' else 'distribution' end, n, ${hashOf('n')}, 1700000000 + n
    from generate_series(1, ${Math.floor(accounts / 10)}) n`)
  await sql.unsafe(`
    insert into galx.passes (id, holder_id, name, minted_at)
    select 1000 + n, ${GREAT_INVITER}, 'pass', 1 from generate_series(1, 200) n`)
  await sql.unsafe(`
    insert into galx.passes (id, holder_id, name, minted_at)
    select n, n * ${Math.max(1, Math.floor(accounts / 1000))}::bigint, 'pass', 1 from generate_series(1, 1000) n`)
  // All passes were minted in the first block. The great inviter had two passes: one changed often in the first epoch, the other later.
  await sql.unsafe(`
    insert into galx.pass_changes (block_number, log_index, pass_id, at, holder_id, live)
    select 1, row_number() over (order by id), id, 1700000001, holder_id, true from galx.passes
    union all
    select n % 3500 + 2, 1 + n / 3500, 1001, 1700000002 + n % 3500, ${GREAT_INVITER + 1} + n % 2, true from generate_series(1, 4500) n
    union all
    select 5000 + n, 1, 1002, 1700005000 + n, ${GREAT_INVITER + 1} + n % 2, true from generate_series(1, ${Math.floor(accounts / 2)}) n`)
  await sql.unsafe(`
    insert into galx.cursor (number, hash, timestamp, genesis_hash)
    values (${accounts}, ${hash}, ${1_700_000_000 + accounts}, ${hash})`)
  // Only one node has answered for a night.
  await sql.unsafe(`
    insert into galx.unconfirmed_ranges (from_block, to_block, node, digest)
    select ${accounts - OUTAGE} + n, ${accounts - OUTAGE} + n, 'node', ${hash} from generate_series(1, ${OUTAGE}) n`)
  await keepRuleset(sql, parseRulesets(PAPER_DEPLOYMENT.rulesets)[0]!)
  await sql.unsafe(`
    update galx.totals_standing set block_number = ${accounts}, timestamp = ${1_700_000_000 + accounts}`)
  await sql.unsafe(`insert into galx.vault_accounts select account_id, own_power, own_power ${staked}`)
  await sql.unsafe(`
    insert into galx.vault_hours select at / 3600, at, (1000 + n) * 10::numeric ^ 18, 1000 * 10::numeric ^ 30, 0, at
    from generate_series(0, ${VAULT_HOURS}) n, lateral (select ${1_700_000_000 + accounts} - (${VAULT_HOURS} - n) * 3600::bigint as at) times`)
  await sql.unsafe(`select setval(pg_get_serial_sequence('galx.accounts', 'id'), ${accounts})`)
}

/** Unix seconds of the year 2100: a sweep, which uses the database's clock, removes only rows of the great inviter. */
const NEVER = 4_102_444_800

/** Adds callers' rows: sessions, texts to sign and reports of every tenth account, and many of these rows for the great inviter. */
async function fillFromCallers(sql: Sql, accounts: number, now: number): Promise<void> {
  const everyTenth = `generate_series(1, ${accounts}, 10) n`
  await sql.unsafe(`
    insert into galx.sessions (id, account_id, created_at, expires_at, revoked_at)
    select decode(md5(n::text), 'hex'), n, ${now} - n % 86400, ${NEVER}, null from ${everyTenth}
    union all
    select decode(md5('great' || n), 'hex'), ${GREAT_INVITER}, ${now} - 60 * n, ${now} + 86400, case when n % 3 = 0 then ${now} end
    from generate_series(1, 1000) n`)
  await sql.unsafe(`
    insert into galx.nonces (nonce, address, message, issued_at, expires_at, used_at)
    select 'text' || id, address, 'text ' || id, ${now}, ${NEVER}, null from galx.accounts where id % 10 = 1
    union all
    select 'great' || n, address, 'great ' || n, ${now} - n, ${now} + 300, case when n % 2 = 0 then ${now} end
    from galx.accounts, generate_series(1, 20) n where id = ${GREAT_INVITER}`)
  await sql.unsafe(`
    insert into galx.reports (tx_hash, account_id, call, pool, amount, reported_at, indexed)
    select sha256(('report ' || n)::bytea), n, 'galxStake', 1, 1, ${now} - n % 86400, n % 100 <> 1 from ${everyTenth}
    union all
    select sha256(('great ' || n)::bytea), ${GREAT_INVITER}, 'galxStake', 1, 1, ${now} - 900 * n, n % 20 <> 1
    from generate_series(1, 1000) n`)
  await sql.unsafe(`
    insert into galx.open_reports (tx_hash, reported_at, next_look_at)
    select tx_hash, reported_at, reported_at + 2 from galx.reports`)
}

/** Operators' rows of many years. */
async function fillFromOperators(sql: Sql, now: number): Promise<void> {
  await sql.unsafe(`
    insert into galx.timelock_operations (id, predecessor, scheduled_at, ready_at, state)
    select sha256(n::text::bytea), decode(repeat('00', 32), 'hex'), n, ${now} + n,
      case when n % 10 = 0 then 'pending' else 'done' end from generate_series(1, 5000) n`)
  await sql.unsafe(`
    insert into galx.timelock_calls (operation, call_index, target, value, data)
    select id, n, decode(repeat('70', 20), 'hex'), 0, id from galx.timelock_operations, generate_series(0, 1) n`)
  await sql.unsafe(`
    insert into galx.announcements (title_zh_cn, title_en_us, body_zh_cn, body_en_us, published_at, withdrawn_at)
    select 'title', 'title', 'body', 'body', ${now} - n, case when n % 2 = 0 then ${now} end from generate_series(1, 5000) n`)
}

const FILLED = [
  'accounts',
  'account_totals',
  'pool_accounts',
  'positions',
  'weight_changes',
  'activity',
  'history_lengths',
]

/** @returns the statements that create them again */
async function dropIndexes(sql: Sql): Promise<string[]> {
  const references = await sql<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'galx'::regnamespace`
  const constraints = await sql<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype in ('p', 'u') and connamespace = 'galx'::regnamespace
      and conrelid = any (${FILLED.map((name) => `galx.${name}`)}::text[]::regclass[])`
  for (const { table, name } of [...references, ...constraints])
    await sql.unsafe(`alter table ${table} drop constraint ${name}`)
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'galx' and tablename = any (${FILLED}::text[])`
  for (const { name } of indexes) await sql.unsafe(`drop index galx.${name}`)
  const add = ({ table, name, definition }: { table: string; name: string; definition: string }) =>
    `alter table ${table} add constraint ${name} ${definition}`
  return [
    ...constraints.map(add),
    ...indexes.map(({ definition }) => definition),
    // PostgreSQL checks only new rows. The existing rows are consistent by construction.
    ...references.map((reference) => `${add(reference)} not valid`),
  ]
}

async function copy(sql: Sql, into: string, rows: number, line: (id: number) => string): Promise<void> {
  const stream = await sql.unsafe(`copy galx.${into} from stdin`).writable()
  let text = ''
  for (let id = 1; id <= rows; id += 1) {
    text += line(id)
    if (text.length < 1 << 18) continue
    if (!stream.write(text)) await once(stream, 'drain')
    text = ''
  }
  stream.end(text)
  await once(stream, 'finish')
}
