/** The contract's pools and their fundings. The indexer writes them. */
import type { PoolEvent } from './events.ts'
import type { Queryable } from '../platform/database/connection.ts'

export type PoolRow = { id: number; pool: bigint; tiers: { duration: number }[] }
export type PoolCreated = Extract<PoolEvent, { kind: 'pool' }>
export type PoolFunded = Extract<PoolEvent, { kind: 'fund' }>

export function readPools(sql: Queryable): Promise<PoolRow[]> {
  return sql<PoolRow[]>`select id, pool, tiers from galx.pools order by id`
}

/** @returns the row's id @param at unix seconds of the block */
export async function insertPool(sql: Queryable, event: PoolCreated, at: number): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into galx.pools (pool, stake_token, pair_token, reward_token, boost_source, pair_ratio, reward_duration,
      tiers, created_block, created_at)
    values (${event.pool.toString()}, ${event.stakeToken}, ${event.pairToken}, ${event.rewardToken},
      ${event.boostSource}, ${event.pairRatio.toString()}, ${event.rewardDuration}, ${sql.json(event.tiers)},
      ${event.block}, ${at})
    returning id`
  return row!.id
}

/** @param until unix seconds of the latest end of the pause; 0: no pause */
export async function setStakingPaused(sql: Queryable, poolId: number, until: number): Promise<void> {
  await sql`update galx.pools set staking_paused_until = ${until || null} where id = ${poolId}`
}

export async function insertFunding(
  sql: Queryable,
  poolId: number,
  event: PoolFunded,
  at: number,
): Promise<void> {
  await sql`
    insert into galx.fundings (block_number, log_index, pool_id, funder, amount, reward_rate, reward_end, tx_hash, at)
    values (${event.block}, ${event.logIndex}, ${poolId}, ${event.funder}, ${event.amount.toString()},
      ${event.rewardRate.toString()}, ${event.rewardEnd}, ${event.txHash}, ${at})`
}
