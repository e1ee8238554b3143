/**
 * Fills the tables as the indexer leaves them at the ends of two epochs. They contain everything that a closing reads, and are consistent:
 * weights equal the last changes of weight, passes equal the last changes of passes.
 *
 * Ten accounts are under one inviter, ten of these inviters are under another inviter, and so on up to inviters of ten thousand accounts. A
 * chain hangs below the last inviter. Every account has a position in one of six pools, or shares of the vault, evenly distributed. So each
 * inviter has members in every product. Its own weight is in one product, and it earns in that product. A thousand passes are spread over all
 * accounts, so that every account is below a holder. A hundred more passes are along the chain.
 */
import type { Ruleset } from '@galx/protocol/rulesets'
import type { Sql } from '@galx/server/platform/database/connection'

/** The programs of the ruleset: one for each product, with its pools or the vault, and one for each of the two other rules. */
export const PROGRAMS = [
  { key: 'galx', rule: 'members', pools: ['1', '2'], vault: false },
  { key: 'btc', rule: 'members', pools: ['3'], vault: false },
  { key: 'mcm', rule: 'members', pools: ['4'], vault: false },
  { key: 'mcf', rule: 'members', pools: ['5'], vault: false },
  { key: 'aaa', rule: 'members', pools: ['6'], vault: false },
  { key: 'zn', rule: 'members', pools: [], vault: true },
  { key: 'node', rule: 'node', pools: [], vault: false },
  { key: 'promotion', rule: 'promotion', pools: [], vault: false },
] as const satisfies readonly (Pick<Ruleset['programs'][number], 'key' | 'rule' | 'vault'> & {
  pools: readonly string[]
})[]
export const POOLS = ['1', '2', '3', '4', '5', '6'] as const
/** The product of the vault, which is not a pool. */
const VAULT = 7
/** wei: one account in ten has at least this weight */
export const QUALIFYING = '901000000000000000000'

export type Size = { accounts: number; chain: number }

/** @param accounts a multiple of 100 000 */
export function sizeOf(accounts: number): Size {
  return { accounts, chain: Math.min(100_000, Math.floor(accounts / 10)) }
}

const ETHER = '1000000000000000000::numeric'

/** The product of an account, 1 to VAULT. */
function productOf(account: string): string {
  return `1 + ${account} % ${VAULT}`
}

/** Fills the tables for a first epoch that begins at `start`, unix seconds. All events happened long before, in block 1. */
export async function fillTables(sql: Sql, { accounts, chain }: Size, start: number): Promise<void> {
  const passes = `
    select n as id, n * ${accounts / 1_000} as holder from generate_series(1, 1000) n
    union all select 1000 + n, ${accounts - chain} + n * ${chain / 100} - 1 from generate_series(1, 100) n`
  const earning = PROGRAMS.filter(({ rule }) => rule === 'members')
    .map(
      ({ key, pools, vault }) => `('${key}', '{${[...pools, ...(vault ? [VAULT] : [])].join()}}'::integer[])`,
    )
    .join()
  // The rows are consistent, and checks of foreign keys would take longer than the writes.
  await sql.unsafe(`
    set session_replication_role = replica;
    insert into galx.pools (id, pool, stake_token, reward_token, pair_ratio, reward_duration, tiers, created_block, created_at)
      select n, n, '\\x${'44'.repeat(20)}', '\\x${'44'.repeat(20)}', 0, 1, '[{"duration": 0, "multiplierBps": 10000, "penaltyBps": 0}]', 1, 1
      from generate_series(1, ${POOLS.length}) n;
    insert into galx.accounts (id, address, inviter_id, bound_at, bound_block, direct_count)
      select n, substr(sha256(n::text::bytea), 1, 20), inviter, case when inviter > 0 then 1 end, case when inviter > 0 then 1 end,
        case when n > ${accounts - chain} then 1 when n % 10 <> 0 then 0 when n % 100 <> 0 then 9 when n % 1000 <> 0 then 18
          when n % 10000 <> 0 then 27 else 36 end
      from (
        select n, case when n > ${accounts - chain} then n - 1 when n % 10 <> 0 then n - n % 10 + 10 when n % 100 <> 0 then n - n % 100 + 100
          when n % 1000 = 500 then null when n % 1000 <> 0 then n - n % 1000 + 1000 when n % 10000 <> 0 then n - n % 10000 + 10000 end as inviter
        from generate_series(1, ${accounts}) n
      ) made;
    insert into galx.pool_accounts (account_id, pool_id, weight)
      select n, ${productOf('n')}, (1 + n % 1000) * ${ETHER} from generate_series(1, ${accounts}) n where ${productOf('n')} <> ${VAULT};
    insert into galx.vault_accounts (account_id, shares)
      select n, (1 + n % 1000) * ${ETHER} * 1000000000000 from generate_series(1, ${accounts}) n where ${productOf('n')} = ${VAULT};
    insert into galx.weight_changes (block_number, log_index, account_id, pool_id, at, weight)
      select 1, account_id, account_id, pool_id, 1, weight
      from (select * from galx.pool_accounts union all select account_id, null, shares from galx.vault_accounts) held order by 3;
    insert into galx.positions (account_id, pool_id, position, amount, pair_amount, tier, unlock_at, opened_at, opened_block, opened_tx)
      select account_id, pool_id, account_id, weight, 0, 0, 1, 1, 1, '\\x${'77'.repeat(32)}' from galx.pool_accounts;
    insert into galx.points (account_id, program_key, members, own, points, at)
      select n, key, n * ${ETHER}, case when own then ${ETHER} else 0 end, case when own then n else 0 end, ${start} - n % 1000
      from generate_series(10, ${accounts}, 10) n cross join (values ${earning}) program (key, products)
        cross join lateral (select ${productOf('n')} = any (products)) held (own);
    insert into galx.passes (id, holder_id, name, minted_at) select id, holder, 'pass', 1 from (${passes}) made;
    insert into galx.pass_changes (block_number, log_index, pass_id, at, holder_id, live) select 1, id, id, 1, holder, true from (${passes}) made;
    insert into galx.voucher_programs (program, budget_per_epoch, funded, unvested, settled_epoch)
      select n, 1000000000000000000000, 1000000000000000000000000, 1000000000000000000000000, ${start / 86_400} from generate_series(1, ${PROGRAMS.length}) n;
    set session_replication_role = origin`)
  await sql.unsafe('vacuum analyze')
}

/**
 * The events of the epoch that begins at `start`, unix seconds, in blocks from `first` on: one account in a hundred changes its weight twice, the
 * second time by a withdrawal; one in a thousand is bound, with all accounts below it; passes are transferred, burned, and begin to unbond.
 */
export async function passEpoch(sql: Sql, { accounts }: Size, start: number, first: number): Promise<void> {
  const changes = accounts / 50
  // The block and the second of change number c.
  const block = (c: string) => `${first} + ${c}`
  const at = (c: string, of: number) => `${start} + (${c})::bigint * 86399 / ${of}`
  await sql.unsafe(`
    set session_replication_role = replica;
    insert into galx.weight_changes (block_number, log_index, account_id, pool_id, at, weight)
      select ${block('c')}, 0, account_id, pool_id, ${at('c', changes)}, weight + case when c <= ${changes / 2} then 5 else 4 end * ${ETHER}
      from generate_series(1, ${changes}) c join galx.pool_accounts on account_id = 1 + (c * 101::bigint) % ${changes / 2} * 100 + (c % ${changes / 2}) / 10 % 100;
    update galx.pool_accounts own set weight = last.weight
      from galx.weight_changes last where last.account_id = own.account_id and last.block_number > ${block(String(changes / 2))};
    update galx.positions own set amount = amount - ${ETHER} / 2
      from galx.weight_changes last where last.account_id = own.account_id and last.block_number > ${block(String(changes / 2))};
    insert into galx.activity (block_number, log_index, account_id, contract, kind, pool_id, position, amount, tx_hash, at)
      select block_number, log_index, account_id, 'StakingPools', 'unstake', pool_id, account_id, ${ETHER} / 2, sha256(account_id::text::bytea), at
      from galx.weight_changes where block_number > ${block(String(changes / 2))};
    update galx.accounts set inviter_id = id + 500, bound_at = ${at('id', accounts)}, bound_block = ${block(`id * ${changes}::bigint / ${accounts}`)}
      where id % 1000 = 500 and inviter_id is null;
    insert into galx.pass_changes (block_number, log_index, pass_id, at, holder_id, live)
      select ${block(`id * ${changes} / 1101`)}, 1, id, ${at('id', 1_101)}, case id % 4 when 0 then holder_id when 3 then null else holder_id - 10 end, id % 4 in (1, 2)
      from galx.passes where id > 100;
    update galx.passes own set holder_id = last.holder_id, unbonding_until = case when not live and last.holder_id is not null then at + 604800 end
      from galx.pass_changes last where last.pass_id = own.id and last.block_number >= ${first};
    set session_replication_role = origin`)
  await sql.unsafe('analyze')
}
