/** Every world that a test of this run has computed to show the gain of an attack. The tests of the other engines compute the same worlds. */
import { computeEpochs, type NaiveEpoch } from './naive.ts'
import type { RawWorld } from './rawWorld.ts'

export const attackWorlds: { readonly world: RawWorld; readonly epochs: readonly NaiveEpoch[] }[] = []

/** `computeEpochs`, with a record of the world and its epochs. */
export function computeAttack(world: RawWorld): NaiveEpoch[] {
  const epochs = computeEpochs(world)
  attackWorlds.push({ world, epochs })
  return epochs
}
