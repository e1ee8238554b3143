/** The worlds in which docs/rewards.md says what attacks bring: their own tests run here again, and the first engine closes each kind of them. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type * as Naive from '../../../packages/protocol/test/rewards/naive.ts'
import { startBonusTables, type BonusTables, type World } from '../support/bonusTables.ts'

const seen = vi.hoisted(() => [] as { world: World; epochs: Naive.NaiveEpoch[] }[])

vi.mock('../../../packages/protocol/test/rewards/naive.ts', async (original) => {
  const naive = await original<typeof Naive>()
  return {
    ...naive,
    computeEpochs: (world: World) => {
      const epochs = naive.computeEpochs(world)
      seen.push({ world, epochs })
      return epochs
    },
  }
})
await import('../../../packages/protocol/test/rewards/attacks.test.ts')

let tables: BonusTables

beforeAll(async () => {
  tables = await startBonusTables()
}, 120_000)
afterAll(() => tables?.stop())

/** Of the 200 linked groups, which are all of one kind, every twentieth is enough; with THOROUGH each. */
const STEP = process.env.THOROUGH === '1' ? 1 : 20

it('every world of an attack is closed the same by the first engine', async () => {
  const groups = seen.filter(({ world }) => world.name.startsWith('graph '))
  const others = seen.filter(({ world }) => !world.name.startsWith('graph '))
  expect(groups.length).toBe(200)
  expect(others.length).toBeGreaterThan(10)
  for (const { world, epochs } of [...others, ...groups.filter((_, index) => index % STEP === 0)]) {
    await tables.empty({ hashes: true })
    await tables.index(world, () => 50)
    const found = await tables.epochs(world)
    expect(
      found.map(({ hash }) => hash),
      world.name,
    ).toEqual(epochs.map(({ headerHash }) => headerHash))
  }
}, 600_000)
