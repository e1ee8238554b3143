import { expect, test } from 'vitest'
import { CallBudget } from '../../src/indexer/engine/head.ts'
import type { Endpoint } from '../../src/chain/rpc/endpoints.ts'

test('a node is asked as often as its budget allows on average, and a backfill delays the head by one burst', () => {
  let now = 0
  const budget = new CallBudget(() => now)
  const node = { asked: 0 } as Endpoint
  const allows = () => budget.allows(node, 0.5, 3)
  expect(allows()).toBe(true)
  node.asked += 5_000
  expect(allows()).toBe(false)
  now += 6_000
  expect(allows()).toBe(true)
  for (let second = 0; second < 600; second += 1) {
    if (allows()) node.asked += 3
    now += 1_000
  }
  expect(node.asked - 5_000).toBeGreaterThan(0.45 * 600)
  expect(node.asked - 5_000).toBeLessThanOrEqual(0.5 * 600 + 6)
})
