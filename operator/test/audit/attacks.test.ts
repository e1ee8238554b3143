/** The worlds in which docs/rewards.md says what attacks bring: their own tests run here again, and the second engine computes each world. */
import { expect, it } from 'vitest'
import { attackWorlds } from '../../../packages/protocol/test/rewards/attackWorlds.ts'
import '../../../packages/protocol/test/rewards/attacks.test.ts'
import { closeEpochs } from './rawEvents.ts'

it('every world of an attack is computed the same by the second engine', async () => {
  expect(attackWorlds.length).toBeGreaterThan(200)
  for (const { world, epochs } of attackWorlds) {
    const found = await closeEpochs(world)
    expect(
      found.map(({ hash }) => hash),
      world.name,
    ).toEqual(epochs.map(({ headerHash }) => headerHash))
  }
}, 120_000)
