/** The worlds behind docs/rewards.md's figures on attacks: their own tests run here again, and the second engine computes each world. */
import { expect, it } from 'vitest'
import { attackWorlds } from '../../../packages/protocol/test/rewards/attackWorlds.ts'
import '../../../packages/protocol/test/rewards/attacks.test.ts'
import { closeEpochs } from './rawEvents.ts'

it('the second engine gets the same result for every world of an attack', async () => {
  expect(attackWorlds.length).toBeGreaterThan(200)
  for (const { world, epochs } of attackWorlds) {
    const found = await closeEpochs(world)
    expect(
      found.map(({ hash }) => hash),
      world.name,
    ).toEqual(epochs.map(({ headerHash }) => headerHash))
  }
}, 120_000)
