/** The worlds in which docs/rewards.md says what attacks bring: their own tests run here again, and the second engine computes each world. */
import { afterAll, expect, it, vi } from 'vitest'
import type * as Naive from '../../../packages/protocol/test/rewards/naive.ts'
import type { RawWorld } from '../../../packages/protocol/test/rewards/rawWorld.ts'
import { closeEpochs } from './rawEvents.ts'

const seen = vi.hoisted(() => [] as { world: RawWorld; epochs: Naive.NaiveEpoch[] }[])

vi.mock('../../../packages/protocol/test/rewards/naive.ts', async (original) => {
  const naive = await original<typeof Naive>()
  return {
    ...naive,
    computeEpochs: (world: RawWorld) => {
      const epochs = naive.computeEpochs(world)
      seen.push({ world, epochs })
      return epochs
    },
  }
})
await import('../../../packages/protocol/test/rewards/attacks.test.ts')

it('every world of an attack is computed the same by the second engine', async () => {
  expect(seen.length).toBeGreaterThan(200)
  for (const { world, epochs } of seen) {
    const found = await closeEpochs(world)
    expect(
      found.map(({ hash }) => hash),
      world.name,
    ).toEqual(epochs.map(({ headerHash }) => headerHash))
  }
}, 120_000)

afterAll(() => seen.splice(0))
