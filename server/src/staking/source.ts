/** StakingPools for the indexer: pools, positions, weights, bindings and hash power. */
import type { Deployment } from '@galx/protocol/deployment'
import type { Member } from '../ledger/forest.ts'
import { InconsistentEventsError, type Batch, type Source } from '../ledger/source.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import {
  loadAccruals,
  writeAccruals,
  insertFunding,
  insertPool,
  readPools,
  setStakingPaused,
  insertPositions,
  loadWeights,
  reducePositions,
  writeWeights,
} from './rows.ts'
import { Accruals } from './accruals.ts'
import { TOPICS, decodeStakingEvent, type PoolEvent } from './events.ts'
import { StakingFold, type StoredPool } from './fold.ts'

/** Tables that only this source writes. `reindex` empties them. */
export const STAKING_TABLES = ['positions', 'pool_accounts', 'pool_accruals', 'fundings', 'pools']

export function stakingSource({ contracts }: Deployment): Source<PoolEvent> {
  return {
    name: 'StakingPools',
    address: contracts.StakingPools.address,
    topics: Object.values(TOPICS),
    decoderVersion: 4,
    decode: decodeStakingEvent,
    accountsOf: (event) => {
      if (!('account' in event)) return []
      return event.kind === 'stake' && event.inviter ? [event.account, event.inviter] : [event.account]
    },
    bindingOf: (event) =>
      event.kind === 'stake' && event.inviter ? { account: event.account, inviter: event.inviter } : null,
    async begin(sql, batch, events) {
      const { forest } = batch
      // Accounts whose weight the events contain. Inviters may be many more, and have no weight to compare.
      const concerned = new Map<number, Member>()
      for (const event of events) {
        if (!('account' in event)) continue
        const member = forest.member(event.account)
        if (member.id !== null) concerned.set(member.id, member)
      }
      // These reads are independent: a new pool has neither weights nor accruals.
      const [pools, stored, accrued] = await Promise.all([
        writePools(sql, batch, events),
        loadWeights(sql, [...concerned.keys()]),
        loadAccruals(sql),
      ])
      const accruals = new Accruals(accrued)
      const fold = new StakingFold({
        ...batch,
        pools,
        accruals,
        weights: stored.map(({ accountId, poolId, weight }) => ({
          member: concerned.get(accountId)!,
          poolId,
          weight,
        })),
      })
      return {
        apply: (event) => fold.apply(event),
        async write(writing) {
          const { reduced } = fold
          const [found] = await Promise.all([
            reducePositions(writing, reduced),
            writeWeights(writing, fold.weights),
            writeAccruals(writing, accruals),
            insertPositions(writing, fold.opened),
          ])
          if (found !== reduced.length)
            throw new InconsistentEventsError(
              `blocks ${events[0]!.block} to ${events.at(-1)!.block} withdraw from a position that was never opened`,
            )
        },
      }
    },
  }
}

/** Writes the events of whole pools. @returns all pools, including the new pools */
async function writePools(
  sql: Transaction,
  { timeOf }: Batch,
  events: readonly PoolEvent[],
): Promise<Map<bigint, StoredPool>> {
  const pools = new Map<bigint, StoredPool>()
  for (const { id, pool, tiers } of await readPools(sql))
    pools.set(pool, { id, durations: tiers.map(({ duration }) => duration) })
  for (const event of events) {
    if (event.kind === 'pool') {
      const id = await insertPool(sql, event, timeOf(event.block))
      pools.set(event.pool, { id, durations: event.tiers.map(({ duration }) => duration) })
    } else if (event.kind === 'fund' || event.kind === 'pause') {
      const pool = pools.get(event.pool)
      if (!pool)
        throw new InconsistentEventsError(`block ${event.block} names the unknown pool ${event.pool}`)
      if (event.kind === 'fund') await insertFunding(sql, pool.id, event, timeOf(event.block))
      else await setStakingPaused(sql, pool.id, event.until)
    }
  }
  return pools
}
