/** Every world that a test of this run has computed to show what an attack brings: the tests of the other engines compute the same ones. */
import { computeEpochs, type NaiveEpoch } from './naive.ts'
import type { RawWorld } from './rawWorld.ts'

export const attackWorlds: { readonly world: RawWorld; readonly epochs: readonly NaiveEpoch[] }[] = []

/** `computeEpochs`, and keeps the world and its epochs. */
export function computeAttack(world: RawWorld): NaiveEpoch[] {
  const epochs = computeEpochs(world)
  attackWorlds.push({ world, epochs })
  return epochs
}
