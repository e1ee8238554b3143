/**
 * Checks that the logs of stakes and withdrawals are consistent. Each log names an amount and the account's weight afterwards. The weight must
 * change by the weight of the amount. A contract's state has only the newest weight. Bonuses were also computed from earlier weights, which
 * only this check covers.
 */
import type { Difference } from '@galx/protocol/checksum'
import { BPS, WEIGHT_UNIT } from '@galx/protocol/formulas'
import type { Address } from 'viem'
import type { Queryable } from '../../platform/database/connection.ts'

/** The highest boost that StakingPools keeps (contracts/src/types/Stake.sol), basis points. */
const HIGHEST_BOOST = 75_535n
/** The largest number of differences that are returned. */
const NAMED = 20

type Row = { address: Address; pool: bigint; block: number; amount: bigint; change: bigint }

/**
 * The cost depends on the logs since that block. In a pool with boosts, a change has a lower and an upper bound. In all other pools the
 * change is exact, except for one unit from the rounding of a position's parts. A withdrawal of a position without weight
 * (`withdrawPrincipal`) changes no weight.
 * @param since a block whose own logs are checked already
 */
export async function weightDifferences(sql: Queryable, since: number): Promise<Difference[]> {
  const rows = await sql<Row[]>`
    select address, pool, block, amount, change from (
      select a.address, p.pool, log.block_number as block, log.amount, log.kind, p.boost_source is not null as boosted,
        div(log.amount * (p.tiers -> o.tier::integer ->> 'multiplierBps')::numeric, ${String(BPS * WEIGHT_UNIT)}::numeric) as units,
        coalesce(abs(after.weight - coalesce(before.weight, 0)), 0) as change,
        div(coalesce(abs(after.weight - coalesce(before.weight, 0)), 0), ${String(WEIGHT_UNIT)}::numeric) as changed
      from galx.activity log
        join galx.accounts a on a.id = log.account_id
        join galx.pools p on p.id = log.pool_id
        join galx.positions o on o.account_id = log.account_id and o.pool_id = log.pool_id and o.position = log.position
        left join galx.weight_changes after on after.block_number = log.block_number and after.log_index = log.log_index
          and after.account_id = log.account_id
        left join lateral (
          select weight from galx.weight_changes earlier
          where earlier.account_id = log.account_id and earlier.pool_id = log.pool_id
            and (earlier.block_number, earlier.log_index) < (log.block_number, log.log_index)
          order by earlier.block_number desc, earlier.log_index desc limit 1
        ) before on true
      where log.block_number > ${since} and log.contract = 'StakingPools' and log.kind in ('stake', 'unstake', 'exit')
        and log.amount > 0
    ) one
    where not case
      when kind = 'stake' and not boosted then changed = units
      when kind = 'stake' then changed between units - 1 and div(units * ${String(HIGHEST_BOOST)}::numeric, ${String(BPS)}::numeric) + 1
      when not boosted then changed in (0, units, units + 1)
      else changed between units - 1 and div((units + 1) * ${String(HIGHEST_BOOST)}::numeric, ${String(BPS)}::numeric) + 1 or changed = 0
    end
    order by block limit ${NAMED}`
  return rows.map(({ address, pool, block, amount, change }) => ({
    contract: 'StakingPools',
    account: address,
    figure: `change of weight in block ${block}, pool ${pool}`,
    expected: `as ${amount} wei weigh`,
    found: String(change),
  }))
}
