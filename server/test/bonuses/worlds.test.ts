/** The first engine in worlds with known bonuses: every byte of every epoch's header and parts. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { computeEpochs, type NaiveEpoch } from '../../../packages/protocol/test/rewards/naive.ts'
import { randomWorld } from '../../../packages/protocol/test/rewards/randomWorld.ts'
import type { Vector } from '../../../packages/protocol/test/rewards/rawWorld.ts'
import { startBonusTables, type BonusTables } from '../support/bonusTables.ts'
import { historyOf } from '../support/qualificationHistory.ts'
import { dumpTables } from '../support/tables.ts'
import { chance } from '../support/wait.ts'
import { NIGHTLY } from '../support/nightly.ts'

const SEED = Number(process.env.SEED ?? 1)
const WORLDS = Number(process.env.WORLDS ?? (NIGHTLY ? 2_000 : 4))
const VECTORS = join(import.meta.dirname, '../../../packages/protocol/vectors/rewards')

let tables: BonusTables

beforeAll(async () => {
  tables = await startBonusTables()
}, 120_000)
afterAll(() => tables?.stop())

function expectedOf(epochs: readonly NaiveEpoch[]) {
  return epochs.map(({ header, headerHash, blockNumber, parts }) => ({
    header,
    hash: headerHash,
    blockNumber,
    parts: parts.map(({ text }) => text),
  }))
}

/** Ranges of random lengths. The same seed gives the same ranges. */
function randomLengths(seed: number): () => number {
  const dice = chance(seed)
  const longest = 1 + dice.below(40)
  return () => 1 + dice.below(longest)
}

it(`closes every epoch of ${WORLDS} random worlds with the result computed from their logs`, async () => {
  let closed = 0
  let qualified = 0
  for (let seed = SEED; seed < SEED + WORLDS; seed += 1) {
    const world = randomWorld(seed)
    await tables.empty({ hashes: true })
    await tables.index(world, randomLengths(seed))
    const plain = computeEpochs(world)
    const expected = expectedOf(plain)
    expect(await tables.epochs(world), world.name).toEqual(expected)
    closed += expected.length

    const history = await historyOf(tables.sql, world)
    for (const { epoch, inviter, members } of history) {
      const then = plain.find((one) => Number(one.epoch) === epoch)!.standings.get(inviter)
      expect(members, `${world.name}: ${epoch} ${inviter}`).toEqual([...(then?.qualified ?? [])].sort())
      qualified += members.length
    }
    expect(history.every(({ qualified: count, members }) => count === members.length)).toBe(true)
  }
  expect(closed).toBeGreaterThan(3 * WORLDS)
  expect(qualified).toBeGreaterThan(WORLDS / 10)
}, 7_200_000)

const vectors = readdirSync(VECTORS)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(VECTORS, name), 'utf8')) as Vector)

it.each(vectors.map((vector) => [vector.name, vector] as const))(
  'golden vector %s: every header and every row',
  async (_name, vector) => {
    await tables.empty({ hashes: true })
    await tables.index(vector, () => 7)
    const found = await tables.epochs(vector)
    const { epochs } = vector.expect
    expect(found.map(({ header, hash, blockNumber }) => ({ header, headerHash: hash, blockNumber }))).toEqual(
      epochs.map(({ header, headerHash, blockNumber }) => ({ header, headerHash, blockNumber })),
    )
    expect(found.map(({ parts }) => parts.flatMap((text) => text.split('\n').slice(3, -1)))).toEqual(
      epochs.map(({ rows }) => rows.map((row) => row.join(' '))),
    )
    expect(epochs.length).toBeGreaterThan(0)
  },
)

it('has the same tables and hashes when the chain is read again in other ranges', async () => {
  const world = randomWorld(31)
  await tables.empty({ hashes: true })
  await tables.index(world, () => 1)
  // Team changes are not compared, because they are stored by range.
  const one = { ...(await dumpTables(tables.sql)), teamChanges: null }
  expect(one.epochRows.length).toBeGreaterThan(10)
  await tables.empty({ hashes: false })
  await tables.index(world, () => 1_000)
  expect({ ...(await dumpTables(tables.sql)), teamChanges: null }).toEqual(one)
})

describe('EpochLog’s hash of an epoch', () => {
  const world = randomWorld(31)
  const other = `0x${'12'.repeat(32)}`
  let epochs: { epoch: number; hash: string }[]
  const [published, computed] = ['published', 'computed'] as const
  /** Stores the hash of another program. A reindex does not delete it. */
  const say = async (what: 'published' | 'computed', { epoch }: { epoch: number }, hash: string) =>
    what === published
      ? tables.sql`
          insert into galx.published_epochs (epoch, hash, block_number, published_at) values (${epoch}, ${hash}, 1, 0)`
      : tables.sql`insert into galx.engine_verdicts (engine, epoch, hash, at) values ('audit', ${epoch}, ${hash}, 0)`
  beforeEach(async () => {
    await tables.empty({ hashes: true })
    await tables.index(world, () => 50)
    epochs = await tables.sql<{ epoch: number; hash: string }[]>`
      select epoch, hash from galx.epochs order by epoch`
  })

  it('must equal the result of reading the chain again if the second engine has the same hash', async () => {
    const last = epochs.at(-1)!
    for (const what of [published, computed]) await say(what, last, other)
    await tables.empty({ hashes: false })
    await expect(tables.index(world, () => 50)).rejects.toThrow(
      `EpochLog and the second engine have ${other} for epoch ${last.epoch}, but this database computes ${last.hash}`,
    )
    const [left] = await tables.sql`select max(epoch) as epoch from galx.epochs`
    expect(left).toEqual({ epoch: last.epoch - 1 })
  })

  it('is also compared if the hash becomes known after the epoch was closed', async () => {
    const [first] = epochs
    await tables.empty({ hashes: true })
    const end = (first!.epoch + 1) * world.epochDuration
    const blocks = world.blocks.slice(0, world.blocks.findIndex(({ timestamp }) => timestamp >= end) + 1)
    const logs = world.logs.filter(({ block }) => block <= blocks.at(-1)!.number)
    await tables.index({ ...world, blocks, logs }, () => 50)
    expect((await tables.epochs(world)).length).toBeLessThan(epochs.length)
    for (const what of [published, computed]) await say(what, first!, other)
    await expect(tables.index(world, () => 50)).rejects.toThrow(
      `EpochLog and the second engine have ${other} for epoch ${first!.epoch}`,
    )
  })

  it('is no reason to halt if the second engine has another hash or none: a stolen publisher’s key wrote it', async () => {
    for (const { epoch, hash } of epochs) {
      await say(published, { epoch }, other)
      if (epoch % 2 === 0) await say(computed, { epoch }, hash)
    }
    await tables.empty({ hashes: false })
    await tables.index(world, () => 50)
    expect((await tables.epochs(world)).map(({ hash }) => hash)).toEqual(epochs.map(({ hash }) => hash))
  })
})

it('refuses by name to grant more than has vested', async () => {
  // Each epoch of this vector grants something.
  const vector = vectors.find(({ name }) => name === 'boundary')!
  const blocks = vector.blocks.slice(0, -1)
  const logs = vector.logs.filter(({ block }) => block <= blocks.at(-1)!.number)
  await tables.empty({ hashes: true })
  await tables.index({ ...vector, blocks, logs }, () => 1)
  const before = await dumpTables(tables.sql)
  expect(before.bonusTotals.length).toBeGreaterThan(0)
  await tables.sql`update galx.bonus_totals set cumulative = cumulative + 1000000`
  await expect(tables.index(vector, () => 1)).rejects.toThrow(
    /the program btc owes or has paid \d+ wei, but only \d+ wei have vested/,
  )
  expect((await dumpTables(tables.sql)).epochs).toEqual(before.epochs)
})
