/** The end of an epoch is known from the next block. No signer accepts that block from one node alone either. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readEpochs } from '../../src/signer/tables.ts'
import { startBonusTables, vectorWorld, type BonusTables } from '../support/bonusTables.ts'

let tables: BonusTables
/** the first epoch, which ends within the world */
let closed: { epoch: number; hash: string; block: number }

beforeAll(async () => {
  tables = await startBonusTables()
  await tables.empty({ hashes: true })
}, 120_000)
afterAll(() => tables?.stop())
beforeEach(async () => {
  await tables.empty({ hashes: true })
  await tables.sql`truncate galx.unconfirmed_ranges`
  await tables.index(vectorWorld('boundary'), () => 1_000)
  const [first] = await tables.sql<(typeof closed)[]>`
    select epoch, hash, block_number as block from galx.epochs order by epoch limit 1`
  closed = first!
})

async function firstToSign() {
  const [{ epoch, hash, alone }] = await readEpochs(tables.sql, closed.epoch, 1)
  expect(epoch).toBe(closed.epoch)
  return { hash, alone }
}

it.each([
  ['the epoch’s last block', 0, true],
  ['the block after it', 1, true],
  ['a later block', 2, false],
])('%s from one node alone', async (_name, behind, alone) => {
  const from = closed.block + behind
  await tables.sql`
    insert into galx.unconfirmed_ranges (from_block, to_block, node, digest)
    values (${from}, ${from + 9}, 'a test', ${`0x${'ab'.repeat(32)}`})`
  expect(await firstToSign()).toEqual({ hash: closed.hash, alone })
})

it('an epoch does not count as closed for a signer before the origin of the block after it is stored', async () => {
  expect(await firstToSign()).toEqual({ hash: closed.hash, alone: false })
  // The tables now have their state between the closing and the next range.
  await tables.sql`update galx.cursor set number = ${closed.block}`
  expect(await firstToSign()).toEqual({ hash: null, alone: false })
})
