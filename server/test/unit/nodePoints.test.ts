/** Points of the node program, compared with a sum over every account and every second. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupForest, nodePoints, type NodeChange } from '../../src/rewards/engine/nodePoints.ts'

const SECONDS = 12

/** Accounts have numbers from 1 on, and `inviter` is 0 if there is none. `powers` and `live` (has a pass) have a value for each second. */
type Account = { inviter: number; boundAt: number; powers: bigint[]; live: boolean[] }

const accounts = fc.integer({ min: 1, max: 12 }).chain((count) =>
  fc.tuple(
    ...Array.from({ length: count }, (_, index) =>
      fc.record({
        inviter: fc.integer({ min: 0, max: index }),
        // 0 and below: before the epoch
        boundAt: fc.integer({ min: -3, max: SECONDS - 1 }),
        powers: fc.array(fc.bigInt({ min: 0n, max: 9n }), { minLength: SECONDS, maxLength: SECONDS }),
        live: fc.array(fc.boolean(), { minLength: SECONDS, maxLength: SECONDS }),
      }),
    ),
  ),
)

/** In each second an account's power goes to the nearest holder above. */
function naive(all: readonly Account[]): Map<number, bigint> {
  const points = new Map<number, bigint>()
  for (let second = 0; second < SECONDS; second += 1)
    for (const account of all) {
      let at: Account | undefined = account
      for (;;) {
        if (at.inviter === 0 || at.boundAt > second) break
        const above: number = at.inviter
        at = all[above - 1]!
        if (!at.live[second]) continue
        points.set(above, (points.get(above) ?? 0n) + account.powers[second]!)
        break
      }
    }
  return new Map([...points].filter(([, sum]) => sum > 0n).sort(([a], [b]) => a - b))
}

function ours(all: readonly Account[], start: number): Map<number, bigint> {
  const inviters = new Int32Array([0, ...all.map(({ inviter }) => inviter)])
  const numbered = all.map((account, index) => ({ ...account, id: index + 1 }))
  const bound = numbered.filter(({ inviter, boundAt }) => inviter > 0 && boundAt >= 0)
  const holders = numbered.filter(({ live }) => live.some(Boolean))
  const groups = groupForest(
    inviters,
    holders.map(({ id }) => id),
    bound.map(({ id }) => id),
  )
  const powers = groups.parents.map(() => 0n)
  const changes: NodeChange[] = []
  const active = [...groups.bound.values()]
  for (const { id, boundAt } of bound)
    changes.push({ at: start + boundAt, node: groups.bound.get(id)!, active: false })
  for (const { id, live } of holders) {
    const node = groups.holders.get(id)!
    if (live[0]) active.push(node)
    for (let second = 1; second < SECONDS; second += 1)
      if (live[second] !== live[second - 1]) changes.push({ at: start + second, node, active: live[second]! })
  }
  for (const { id, powers: own } of numbered) {
    const node = groups.groupOf(id)
    if (node < 0) continue
    powers[node]! += own[0]!
    for (let second = 1; second < SECONDS; second += 1)
      changes.push({ at: start + second, node, power: own[second]! - own[second - 1]! })
  }
  changes.sort((a, b) => a.at - b.at)
  const points = nodePoints(groups.parents, powers, active, changes, { start, end: start + SECONDS })
  const earned = [...groups.holders].map(([account, node]) => [account, points[node]!] as const)
  return new Map(earned.filter(([, sum]) => sum > 0n).sort(([a], [b]) => a - b))
}

test('every account counts for its nearest holder above, whatever is bound, transferred or unbonded meanwhile', () => {
  fc.assert(
    fc.property(accounts, (all) => {
      expect([...ours(all, 1_000)]).toEqual([...naive(all)])
    }),
    { numRuns: 1_000 },
  )
})

test('a chain of 100 000 accounts with 20 000 changes of passes takes seconds', () => {
  const depth = 100_000
  const inviters = Int32Array.from({ length: depth + 1 }, (_, id) => Math.max(0, id - 1))
  // Every second account holds a pass at some time.
  const holders = Array.from({ length: depth / 2 }, (_, index) => 2 * index + 1)
  const started = performance.now()
  const groups = groupForest(inviters, holders, [])
  const powers = groups.parents.map(() => 2n)
  const changes = Array.from({ length: 20_000 }, (_, index): NodeChange => ({
    at: Math.floor(index / 200),
    node: 1 + ((index * 7_919) % (groups.parents.length - 1)),
    active: index % 3 > 0,
  }))
  const points = nodePoints(groups.parents, powers, [groups.holders.get(1)!], changes, { start: 0, end: 100 })
  const seconds = (performance.now() - started) / 1000
  // The first account has its pass all the time, so nothing below it is lost.
  expect(points.reduce((sum, one) => sum + one, 0n)).toBe(100n * 2n * BigInt(groups.parents.length))
  expect(seconds).toBeLessThan(20)
})
