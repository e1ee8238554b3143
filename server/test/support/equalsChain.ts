/** Compares the tables with the chain, read in the slow way. */
import { expect } from 'vitest'
import type { NaiveReading } from './naiveReading.ts'
import type { dumpTables } from './tables.ts'

export function expectEqualsChain(tables: Awaited<ReturnType<typeof dumpTables>>, naive: NaiveReading): void {
  expect(tables.activity.length).toBe(naive.events)
  expect(tables.counts.reduce((sum, { rows }) => sum + (rows as number), 0)).toBe(naive.events)
  for (const { address, contract, pool, rows } of tables.counts)
    expect(
      tables.activity.filter(
        (row) => row.address === address && row.contract === contract && row.pool === pool,
      ).length,
    ).toBe(rows)
  expect(tables.accounts.map(({ bound_at: _at, bound_block: _block, ...account }) => account)).toEqual(
    naive.accounts,
  )
  const open = tables.positions
    .filter(({ closed_at: closedAt }) => closedAt === null)
    .map(
      ({ opened_at: _at, opened_block: _block, opened_tx: _tx, closed_at: _closed, ...position }) => position,
    )
  expect(open).toEqual(naive.positions)
  expect(tables.weightChanges).toEqual(naive.weightChanges)
  expect(tables.shares.filter(({ shares }) => (shares as bigint) > 0n)).toEqual(naive.shares)
  expect(tables.levels).toEqual(naive.levels)
  const held = tables.passes.filter(({ address }) => address !== null)
  expect(held.map(({ minted_at: _at, ...pass }) => pass)).toEqual(naive.passes)
  const inflows = tables.fundFlows.filter(({ kind }) => kind === 'inflow')
  expect(inflows.reduce((sum, { amount }) => sum + (amount as bigint), 0n)).toBe(naive.inflows)
  expect(tables.fundTotals).toEqual(
    ['distribution', 'inflow'].flatMap((kind) => {
      const flows = tables.fundFlows.filter((flow) => flow.kind === kind)
      const amount = flows.reduce((sum, flow) => sum + (flow.amount as bigint), 0n)
      return flows.length === 0 ? [] : [{ kind, flows: flows.length, amount }]
    }),
  )
  const rewards = new Map<bigint, bigint>()
  for (const { kind, pool, amount, reward } of tables.activity) {
    if (pool === null) continue
    const paid = (kind === 'claim' ? amount : (reward ?? 0n)) as bigint
    if (paid > 0n) rewards.set(pool as bigint, (rewards.get(pool as bigint) ?? 0n) + paid)
  }
  expect(rewards).toEqual(naive.rewards)
}
