/** A late ruleset, or another ruleset in its place: every epoch is closed by EpochLog's ruleset for it, or the indexer reports the reason. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { parseRulesets, rulesetHash, type RulesetJson } from '@galx/protocol/rulesets'
import { computeEpochs } from '../../../packages/protocol/test/rewards/naive.ts'
import {
  ANN,
  BOB,
  BTC_POOL,
  CID,
  GALX_POOL,
  Story,
  storyRuleset,
} from '../../../packages/protocol/test/rewards/story.ts'
import { NOBODY } from '../../../packages/protocol/test/rewards/randomWorld.ts'
import { startBonusTables, type BonusTables, type World } from '../support/bonusTables.ts'

/** From epoch 1002 on, all inputs of points and hash power are different. */
const first = storyRuleset(['btc', 'node'])
const second: RulesetJson = {
  ...storyRuleset(['node', 'galx', 'btc']),
  number: 2,
  firstEpoch: '1002',
  vaultCoefficient: '0',
  power: [
    { pool: `${GALX_POOL}`, coefficient: '20000' },
    { pool: `${BTC_POOL}`, coefficient: '3000' },
  ],
}
const world = new Story('late-ruleset', [first, second])
  .at(0)
  .stake(ANN, { amount: 90n })
  .stake(ANN, { pool: GALX_POOL, amount: 31n })
  .stake(BOB, { amount: 101n, inviter: ANN })
  .stake(BOB, { pool: GALX_POOL, amount: 77n })
  .pass(1n, NOBODY, ANN)
  .at(70)
  .stake(CID, { pool: GALX_POOL, amount: 13n, inviter: BOB })
  .at(130)
  .unstake(BOB, 0n, 10n)
  .at(150)
  .stake(BOB, { pool: GALX_POOL, amount: 5n })
  .at(185)
  .stake(BOB, { amount: 3n })
  .at(245)
  .world()

let tables: BonusTables

beforeAll(async () => {
  tables = await startBonusTables()
}, 120_000)
afterAll(() => tables?.stop())
beforeEach(() => tables.empty({ hashes: true }))

/** The world with a deployment file of these rulesets. */
function withFile(...rulesets: RulesetJson[]): World {
  return { ...world, rulesets }
}

/** The world up to the last block before this second. */
function upTo(second: number, of: World): World {
  const blocks = of.blocks.filter(({ timestamp }) => timestamp < 60_000 + second)
  return { ...of, blocks, logs: of.logs.filter(({ block }) => block <= blocks.at(-1)!.number) }
}

function blockByBlock(): number {
  return 1
}

function hashOf(ruleset: RulesetJson): string {
  return rulesetHash(parseRulesets(ruleset.number === 1 ? [ruleset] : [first, ruleset]).at(-1)!)
}

/** Stores the same row as the contract's event RulesetAdded. */
async function log(...rulesets: RulesetJson[]): Promise<void> {
  for (const [place, ruleset] of rulesets.entries())
    await tables.sql`
      insert into galx.logged_rulesets (place, hash, first_epoch)
      values (${place}, ${hashOf(ruleset)}, ${ruleset.firstEpoch}) on conflict do nothing`
}

async function expectRight(): Promise<void> {
  expect((await tables.epochs(world)).map(({ header }) => header)).toEqual(
    computeEpochs(world).map(({ header }) => header),
  )
}

it('an old file stops at the end before EpochLog’s next ruleset, and the new file continues from there', async () => {
  await log(first, second)
  const indexing = tables.index(withFile(first), blockByBlock)
  await expect(indexing).rejects.toThrow(
    `EpochLog has the ruleset ${hashOf(second)} for epoch 1002, but the deployment file has ${hashOf(first)}: start with a deployment file that contains ${hashOf(second)}`,
  )
  const [row] = await tables.sql`select max(epoch) as epoch from galx.epochs`
  expect(row).toEqual({ epoch: 1_000 })
  await tables.index(world, blockByBlock)
  await expectRight()
})

it('a file with a ruleset that EpochLog lacks stops at the end before that ruleset', async () => {
  await log(first)
  await expect(tables.index(world, blockByBlock)).rejects.toThrow(
    `EpochLog has the ruleset ${hashOf(first)} for epoch 1002, but the deployment file has ${hashOf(second)}`,
  )
})

it('a new file in the middle of an epoch that it changes is refused until the chain is indexed again', async () => {
  // The indexer that filled these tables knew no ruleset of EpochLog at the end of the epoch.
  await tables.index(upTo(140, withFile(first)), blockByBlock)
  await log(first, second)
  const refused =
    `the ruleset ${hashOf(first)} computed points and hash power, but the deployment file has ${hashOf(second)} for epoch 1002: ` +
    'if the file is right, run "reindex"'
  await expect(tables.index(upTo(160, world), blockByBlock)).rejects.toThrow(refused)
  await expect(tables.index(world, () => 1_000)).rejects.toThrow(refused)
  await tables.empty({ hashes: false })
  await log(first, second)
  await tables.index(world, blockByBlock)
  await expectRight()
})

it('a ruleset that differs from the tables’ ruleset is refused, and the right ruleset continues', async () => {
  const other = { ...first, vaultCoefficient: '1' }
  await tables.index(upTo(80, world), blockByBlock)
  await expect(tables.index(withFile(other, second), blockByBlock)).rejects.toThrow(
    `the ruleset ${hashOf(first)} computed points and hash power, but the deployment file has ${hashOf(other)} for epoch 1001`,
  )
  await tables.index(world, blockByBlock)
  await expectRight()
})

it('tables of an unknown ruleset are refused', async () => {
  await tables.index(upTo(80, world), blockByBlock)
  await tables.sql`delete from galx.applied_ruleset`
  await expect(tables.index(world, blockByBlock)).rejects.toThrow(
    'the database does not say which ruleset computed points and hash power: run "reindex"',
  )
})
