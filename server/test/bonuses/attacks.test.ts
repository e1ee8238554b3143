/** The attacks of docs/rewards.md and their gains: their own tests run here again, and the first engine closes each kind of these worlds. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attackWorlds } from '../../../packages/protocol/test/rewards/attackWorlds.ts'
import '../../../packages/protocol/test/rewards/attacks.test.ts'
import { startBonusTables, type BonusTables } from '../support/bonusTables.ts'
import { NIGHTLY } from '../support/nightly.ts'

let tables: BonusTables

beforeAll(async () => {
  tables = await startBonusTables()
}, 120_000)
afterAll(() => tables?.stop())

/** The 200 linked groups are of one kind. By night (THOROUGH=1) each of them is closed, by day every fiftieth. */
const STEP = NIGHTLY ? 1 : 50

it('the first engine closes every world of an attack with the same result', async () => {
  const groups = attackWorlds.filter(({ world }) => world.name.startsWith('graph '))
  const others = attackWorlds.filter(({ world }) => !world.name.startsWith('graph '))
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
