/** The board of the last closed epoch, compared with the rows of the epoch's file as computed from the logs. */
import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RulesetJson } from '@galx/protocol/rulesets'
import { computeEpochs } from '../../../packages/protocol/test/rewards/naive.ts'
import { NOBODY, randomWorld } from '../../../packages/protocol/test/rewards/randomWorld.ts'
import {
  ANN,
  BOB,
  CID,
  DAN,
  EVE,
  Story,
  storyRuleset,
} from '../../../packages/protocol/test/rewards/story.ts'
import { listEpochRanked, ownEpochPlace, readEpochBoard } from '../../src/community/epochBoard.ts'
import { foldTotals } from '../../src/ledger/foldTotals.ts'
import { BOARDS, rankBoard } from '../../src/community/ranks.ts'
import { wipeChain } from '../../src/indexer/engine/reindex.ts'
import { SOURCE_TABLES } from '../../src/indexer/sources.ts'
import { readTablesStatus } from '../../src/api/status/tablesStatus.ts'
import { startBonusTables, type BonusTables, type World } from '../support/bonusTables.ts'

/** More places than a world has accounts. */
const ALL = 100

let tables: BonusTables

beforeAll(async () => {
  tables = await startBonusTables()
}, 120_000)
afterAll(() => tables?.stop())
beforeEach(() => tables.empty({ hashes: true }))

/** Indexes up to the first block after the epoch. With this block the epoch closes. */
async function indexEpoch(world: World, epoch: number): Promise<void> {
  const end = (epoch + 1) * world.epochDuration
  const block = world.blocks.find(({ timestamp }) => timestamp >= end)!
  await tables.index(world, () => 1_000, undefined, block.number)
}

async function make(world: World): Promise<void> {
  for (const board of BOARDS) await rankBoard(tables.sql, board, world.epochDuration)
}

async function read(world: World) {
  const board = await readEpochBoard(tables.sql, world.epochDuration)
  return board && { ...board, list: await listEpochRanked(tables.sql, board, 0, ALL) }
}

type Expected = { address: Address; points: bigint; bonus: bigint }

/** The rows of the program in the epoch's file, most points first. `rank`: one more than the number of accounts with more points. */
function expectedOf({ rows }: ReturnType<typeof computeEpochs>[number], duration: number) {
  const nodes = rows
    .filter(([, program]) => program === 'node')
    .map(([address, , points, bonus]): Expected => ({
      address: address as Address,
      points: BigInt(points!),
      bonus: BigInt(bonus!),
    }))
  return nodes
    .map(({ address, points, bonus }) => ({
      address,
      bonus,
      power: points / BigInt(duration),
      rank: 1 + nodes.filter((other) => other.points > points).length,
    }))
    .toSorted((one, other) => one.rank - other.rank || one.address.localeCompare(other.address))
}

function inOrder<Row extends { rank: number; address: Address }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => one.rank - other.rank || one.address.localeCompare(other.address))
}

it('is null before an epoch is closed', async () => {
  const world = randomWorld(42)
  await make(world)
  expect(await read(world)).toBeNull()
})

it('has the order, averages and bonuses of the epoch’s rows, epoch after epoch, in worlds where the program ends and returns', async () => {
  const seen = { ranked: 0, empty: 0 }
  for (const seed of [31, 42, 44, 57, 61]) {
    const world = randomWorld(seed)
    await tables.empty({ hashes: true })
    for (const epoch of computeEpochs(world)) {
      const number = Number(epoch.epoch)
      await indexEpoch(world, number)
      await make(world)
      const board = await read(world)
      // A block may end several epochs at once. The last of them is shown.
      if (board!.epoch > number) continue
      const expected = expectedOf(epoch, world.epochDuration)
      expect(board, `${world.name}, epoch ${number}`).toMatchObject({
        epoch: number,
        ranked: expected.length,
        block: epoch.blockNumber,
        timestamp: (number + 1) * world.epochDuration,
      })
      expect(inOrder(board!.list), `${world.name}, epoch ${number}`).toMatchObject(expected)
      seen.ranked += expected.length
      if (expected.length === 0) seen.empty += 1
    }
  }
  expect(seen.ranked).toBeGreaterThan(10)
  expect(seen.empty).toBeGreaterThan(0)
}, 300_000)

/**
 * Times are seconds from the beginning of epoch 1000, which lasts 60 s. Ann and Eve each have a node with a power of 300 below it (each wei in the
 * pool counts 1.5). Bob's node has ten times as much for one second. Dan has no pass. In epoch 1001 Ann's pass begins to unbond. Epoch 1002 does not
 * have the program.
 */
const rulesets: RulesetJson[] = [
  storyRuleset(['node', 'btc']),
  { ...storyRuleset(['btc']), number: 2, firstEpoch: '1002' },
  { ...storyRuleset(['node', 'btc']), number: 3, firstEpoch: '1003' },
]
const world = new Story('epoch-board', rulesets)
  .at(-5)
  .pass(1n, NOBODY, ANN)
  .pass(2n, NOBODY, EVE)
  .pass(3n, NOBODY, BOB)
  .stake(ANN, { amount: 1n })
  .stake(BOB, { amount: 1n })
  .stake(EVE, { amount: 1n })
  .stake(CID, { amount: 200n, inviter: ANN })
  .stake(DAN, { amount: 200n, inviter: EVE })
  .stake(`0x${'77'.repeat(20)}`, { amount: 1n, inviter: BOB })
  .at(58)
  .stake(`0x${'77'.repeat(20)}`, { amount: 1_999n, inviter: BOB })
  .at(59)
  .unstake(`0x${'77'.repeat(20)}`, 1n, 1_999n)
  .at(60)
  .at(90)
  .startUnbonding(1n)
  .at(120)
  .at(180)
  .at(240)
  .world()

/** Indexes up to the end of the epoch and makes the boards. */
async function close(epoch: number) {
  await indexEpoch(world, epoch)
  await make(world)
  const board = await read(world)
  return { board: board!, own: (address: Address) => ownEpochPlace(tables.sql, board!, address) }
}

describe('in a hand-written world', () => {
  it('a momentary stake hardly counts, equal points share a rank, and an account without points has no rank', async () => {
    const { board, own } = await close(1_000)
    // The power below Bob's node is 1.5, rounded down to 1, for 59 seconds, and 3 000 for one second.
    expect(board).toMatchObject({ epoch: 1_000, ranked: 3, timestamp: 1_001 * 60 })
    expect(inOrder(board.list)).toMatchObject([
      { rank: 1, address: ANN, power: 300n, bonus: 460n, node: { id: 1n } },
      { rank: 1, address: EVE, power: 300n, bonus: 460n },
      { rank: 3, address: BOB, power: 50n, bonus: 78n },
    ])
    expect(await own(ANN)).toMatchObject({ rank: 1, power: 300n, bonus: 460n, next: null })
    expect(await own(BOB)).toMatchObject({ rank: 3, power: 50n, next: { rank: 1, power: 300n } })
    expect(await own(DAN)).toMatchObject({ rank: null, power: 0n, bonus: 0n, next: { rank: 3 } })
    expect(await own(`0x${'99'.repeat(20)}`)).toMatchObject({ rank: null, members: 0, node: null })
  })

  it('the next epoch replaces the whole board, and an epoch without the program leaves it empty', async () => {
    await close(1_000)
    const second = await close(1_001)
    expect(second.board.list.map(({ rank, address, power }) => [rank, address, power])).toEqual([
      [1, EVE, 300n],
      // Ann's pass was live for half of the epoch. It is not live any more, but the points stay.
      [2, ANN, 150n],
      [3, BOB, 1n],
    ])
    expect((await second.own(ANN)).node).toBeNull()
    const without = await close(1_002)
    expect(without.board).toMatchObject({ epoch: 1_002, ranked: 0, list: [] })
    expect(await without.own(EVE)).toMatchObject({ rank: null, power: 0n, bonus: 0n, next: null })
    expect(await tables.sql`select from galx.rank_chunks where board = 'epoch'`).toHaveLength(0)
    const back = await close(1_003)
    expect(back.board).toMatchObject({ epoch: 1_003, ranked: 2 })
  })

  it('is made once for an epoch, whatever happens until the next epoch is closed', async () => {
    await close(1_000)
    // The epoch's board does not depend on the age of the boards of the present. None of those exists yet.
    expect((await readTablesStatus(tables.sql)).ranks).toBeNull()
    const versions = () =>
      tables.sql`select xmin::text from galx.rank_boards where board = 'epoch'
        union all select xmin::text from galx.rank_chunks where board = 'epoch'`
    const before = await versions()
    await foldTotals(tables.sql)
    await make(world)
    expect(await versions()).toEqual(before)
  })

  it('is removed by "forget", and the same after the chain is indexed again', async () => {
    await foldTotals(tables.sql)
    const first = await close(1_001)
    await tables.release()
    await wipeChain(tables.url, SOURCE_TABLES)
    await make(world)
    expect(await read(world)).toBeNull()
    const again = await close(1_001)
    expect(again.board).toEqual(first.board)
  })
})
