/** Epochs that build on blocks of one node alone are hidden: lists, files, grants and the board stay as they were before these closings. */
import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ProgramKey } from '@galx/protocol/products'
import { randomWorld } from '../../../packages/protocol/test/rewards/randomWorld.ts'
import { listEpochRanked, readEpochBoard } from '../../src/community/epochBoard.ts'
import { rankBoard } from '../../src/community/ranks.ts'
import { listHistory, readGrants } from '../../src/ledger/accountBonuses.ts'
import { listEpochs, readEpoch } from '../../src/ledger/closedEpochs.ts'
import { startBonusTables, type BonusTables } from '../support/bonusTables.ts'

const ALL = 1_000
const WORLD = randomWorld(42)
const DURATION = WORLD.epochDuration

type Row = { account: Address; program: ProgramKey; epoch: number; bonus: bigint; cumulative: bigint }

let tables: BonusTables
/** oldest first; `block`: the last block of the epoch */
let epochs: readonly { epoch: number; block: number }[]
/** oldest first */
let rows: readonly Row[]
let accounts: readonly Address[]
let programs: readonly ProgramKey[]

beforeAll(async () => {
  tables = await startBonusTables()
  await tables.index(WORLD, () => 1_000)
  epochs = await tables.sql<{ epoch: number; block: number }[]>`
    select epoch, block_number as block from galx.epochs order by epoch`
  rows = await tables.sql<Row[]>`
    select address as account, program_key as program, epoch, bonus, cumulative
    from galx.epoch_rows join galx.accounts on id = account_id order by epoch`
  accounts = [...new Set(rows.map(({ account }) => account))]
  programs = [...new Set(rows.map(({ program }) => program))]
}, 120_000)
afterAll(() => tables?.stop())
beforeEach(() => tables.sql`truncate galx.unconfirmed_ranges`)

function takeFromOneNode(from: number) {
  return tables.sql`
    insert into galx.unconfirmed_ranges (from_block, to_block, node, digest)
    values (${from}, ${from + 9}, 'a test', ${`0x${'ab'.repeat(32)}`})`
}

/** @param shown the last visible epoch; null: none */
async function expectShown(shown: number | null) {
  const counts = (epoch: number) => shown !== null && epoch <= shown
  const seen = epochs.map(({ epoch }) => epoch).filter(counts)
  const listed = await listEpochs(tables.sql, DURATION, programs, null, ALL)
  expect(listed.map(({ epoch }) => epoch)).toEqual(seen.toReversed())
  for (const { epoch } of epochs) expect((await readEpoch(tables.sql, epoch)) !== null).toBe(counts(epoch))

  for (const account of accounts) {
    const granted = []
    for (const program of programs) {
      const own = rows.filter(
        (row) => row.account === account && row.program === program && counts(row.epoch),
      )
      const history = await listHistory(tables.sql, account, program, DURATION, null, ALL)
      expect(history.map(({ epoch }) => epoch)).toEqual(own.map(({ epoch }) => epoch).reverse())
      const last = own.findLast(({ bonus }) => bonus > 0n)
      if (last !== undefined) granted.push({ program, cumulative: last.cumulative, epoch: last.epoch })
    }
    const grants = [...(await readGrants(tables.sql, account))]
    expect(
      grants.sort((one, other) => programs.indexOf(one.program) - programs.indexOf(other.program)),
    ).toEqual(granted)
  }

  await rankBoard(tables.sql, 'epoch', DURATION)
  const board = await readEpochBoard(tables.sql, DURATION)
  expect(board?.epoch ?? null).toBe(shown)
  if (board === null) {
    expect(await tables.sql`select from galx.rank_chunks where board = 'epoch'`).toHaveLength(0)
    return
  }
  const ranked = await listEpochRanked(tables.sql, board, 0, ALL)
  expect(new Set(ranked.map(({ address }) => address))).toEqual(
    new Set(
      rows
        .filter(({ program, epoch }) => program === 'node' && epoch === shown)
        .map(({ account }) => account),
    ),
  )
}

it('all closed epochs are visible if no range waits for a second node', async () => {
  await expectShown(epochs.at(-1)!.epoch)
})

it('an epoch is hidden until the block after its end is stored, with its origin', async () => {
  const [{ number }] = await tables.sql<[{ number: number }]>`select number from galx.cursor`
  try {
    for (const { block } of epochs) {
      // The tables now have their state between the closing and the next range.
      await tables.sql`update galx.cursor set number = ${block}`
      await expectShown(epochs.findLast((earlier) => earlier.block < block)?.epoch ?? null)
    }
  } finally {
    await tables.sql`update galx.cursor set number = ${number}`
  }
})

it('an epoch and all later epochs are hidden while a block up to the one after its end came from one node', async () => {
  for (const { block } of epochs)
    for (const from of [block, block + 1]) {
      await tables.sql`truncate galx.unconfirmed_ranges`
      await takeFromOneNode(from)
      // An epoch without a block has the same last block as the epoch before it.
      await expectShown(epochs.findLast((earlier) => earlier.block + 1 < from)?.epoch ?? null)
    }
})

it('blocks later than the one after its end hide no epoch', async () => {
  const { epoch, block } = epochs.at(-1)!
  await takeFromOneNode(block + 2)
  await expectShown(epoch)
})
