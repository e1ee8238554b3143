/** The chain-derived tables in a form for the comparison of two runs: ids are replaced by the values for which they stand. */
import type { Sql } from '../../src/platform/database/connection.ts'

export async function dumpTables(sql: Sql) {
  return {
    cursor: await sql`select number, hash, timestamp from galx.cursor`,
    pools:
      await sql`select pool, stake_token, pair_token, reward_token, boost_source, pair_ratio, reward_duration, tiers,
    staking_paused_until, created_block, created_at from galx.pools order by pool`,
    accounts: await sql`
    select account.address, inviter.address as inviter, account.bound_at, account.bound_block, account.direct_count,
      coalesce(totals.team_count, 0) as team_count, coalesce(totals.own_power, 0) as own_power,
      coalesce(totals.team_power, 0) as team_power
    from galx.accounts account left join galx.accounts inviter on inviter.id = account.inviter_id
    left join galx.account_totals totals on totals.account_id = account.id order by 1`,
    teamChanges: await sql`select block_number, power, bound from galx.team_changes order by 1, 2`,
    counts: await sql`
    select address, contract, pool, rows from galx.history_lengths
    join galx.accounts on accounts.id = account_id left join galx.pools on pools.id = pool_id order by 1, 2, 3`,
    weights: await sql`
    select address, pool, weight from galx.pool_accounts
    join galx.accounts on accounts.id = account_id join galx.pools on pools.id = pool_id order by 1, 2`,
    positions: await sql`
    select address, pool, position, amount, pair_amount, tier, unlock_at, opened_at, opened_block, opened_tx, closed_at
    from galx.positions join galx.accounts on accounts.id = account_id join galx.pools on pools.id = pool_id
    order by 1, 2, 3`,
    activity: await sql`
    select block_number, log_index, address, contract, kind, pool, subject, position, amount, pair_amount, penalty, reward, tx_hash, at
    from galx.activity join galx.accounts on accounts.id = account_id left join galx.pools on pools.id = pool_id
    order by 1, 2, 3`,
    fundings: await sql`
    select block_number, log_index, pool, funder, amount, reward_rate, reward_end, tx_hash, at
    from galx.fundings join galx.pools on pools.id = pool_id order by 1, 2`,
    weightChanges: await sql`
    select block_number, log_index, address, pool, weight
    from galx.weight_changes join galx.accounts on accounts.id = account_id left join galx.pools on pools.id = pool_id
    order by 1, 2, 3`,
    shares: await sql`
    select address, shares from galx.vault_accounts join galx.accounts on accounts.id = account_id order by 1`,
    perWeights: await sql`
    select block_number, log_index, per_weight from galx.weight_changes order by 1, 2, account_id`,
    accruals: await sql`
    select pool, hour, block_number, at, per_weight, total_weight, reward_rate, reward_end
    from galx.pool_accruals join galx.pools on pools.id = pool_id order by 1, 2`,
    vaultFlows: await sql`
    select address, paid_in, taken_out from galx.vault_accounts join galx.accounts on accounts.id = account_id order by 1`,
    vaultHours: await sql`
    select hour, at, assets, shares, reward_rate, reward_end from galx.vault_hours order by 1`,
    levels: await sql`
    select address, level from galx.levels join galx.accounts on accounts.id = account_id order by 1`,
    passes: await sql`
    select passes.id, address, name, minted_at, unbonding_until from galx.passes
    left join galx.accounts on accounts.id = holder_id order by 1`,
    passChanges: await sql`
    select block_number, log_index, pass_id, at, address, live from galx.pass_changes
    left join galx.accounts on accounts.id = holder_id order by 1, 2`,
    fundFlows: await sql`
    select block_number, log_index, kind, amount, tx_hash, at from galx.fund_flows order by 1, 2`,
    fundTotals: await sql`select kind, flows, amount from galx.fund_totals order by 1`,
    pricePeriods: await sql`
    select pair, seconds, starts, opened, high, low, closed, closed_at, base_volume, quote_volume, swaps
    from galx.price_periods order by 1, 2, 3`,
    operations: await sql`
    select id, predecessor, salt, scheduled_at, ready_at, state, call_index, target, value, data
    from galx.timelock_operations left join galx.timelock_calls on operation = id order by id, call_index`,
    draws: await sql`
    select address, program, drawn from galx.voucher_draws
    join galx.accounts on accounts.id = account_id order by 1, 2`,
    programs: await sql`
    select program, budget_per_epoch, funded, unvested, settled_epoch from galx.voucher_programs order by 1`,
    rulesets: await sql`select place, hash, first_epoch from galx.logged_rulesets order by 1`,
    appliedRuleset: await sql`select hash from galx.applied_ruleset`,
    // A row of zeros means the same as no row.
    points: await sql`
    select address, program_key, members, own, points, at from galx.points join galx.accounts on accounts.id = account_id
    where members > 0 or own > 0 or points > 0 order by 1, 2`,
    qualified: await sql`
    select address from galx.qualified_members join galx.accounts on accounts.id = account_id order by 1`,
    promotions: await sql`
    select address, qualified, highest, entitled from galx.promotions join galx.accounts on accounts.id = account_id order by 1`,
    epochs: await sql`
    select epoch, ruleset, first_block, first_hash, last_block, last_hash, block_number, header, hash from galx.epochs order by 1`,
    epochPrograms: await sql`
    select epoch, program_key, grantable, points, bonuses, cumulative, accounts from galx.epoch_programs order by 1, 2`,
    epochRows: await sql`
    select epoch, address, program_key, points, bonus, cumulative, part from galx.epoch_rows
    join galx.accounts on accounts.id = account_id order by 1, 2, 3`,
    bonusTotals: await sql`
    select address, program_key, cumulative, epoch from galx.bonus_totals
    join galx.accounts on accounts.id = account_id order by 1, 2`,
  }
}
