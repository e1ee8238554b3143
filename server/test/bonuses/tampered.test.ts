/**
 * Somebody adds one wei to a table of the indexer's. Whatever is closed, served or signed from it afterwards is held against the second
 * engine, which knows nothing but logs: it names the epoch, the program or the account, or the indexer has refused to go on.
 */
import { privateKeyToAccount } from 'viem/accounts'
import type { Address, Hex } from 'viem'
import { parseRulesets } from '@galx/protocol/rulesets'
import { voucherTypedData } from '@galx/protocol/voucher'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  compareEpochFile,
  compareVouchers,
  type PublishedFiles,
} from '../../../operator/src/audit/compareFiles.ts'
import { differenceText } from '../../../operator/src/audit/differences.ts'
import type { World as SecondEngine } from '../../../operator/src/audit/world.ts'
import { closeEpochs } from '../../../operator/test/audit/rawEvents.ts'
import {
  ANN,
  BOB,
  CID,
  EVE,
  FAY,
  GUS,
  programId,
  SAFE,
} from '../../../packages/protocol/test/rewards/story.ts'
import { readPart } from '../../src/bonuses/epochFile.ts'
import { bonusEpochs } from '../../src/bonuses/epochs.ts'
import { transact } from '../../src/platform/database/transaction.ts'
import { startBonusTables, type BonusTables } from '../support/bonusTables.ts'
import { worldDeployment } from '../support/rawWorldChain.ts'
import { LAST_EPOCH, RICH_PROGRAMS, richStory } from '../support/richStory.ts'

const SIGNER = privateKeyToAccount(`0x${'42'.repeat(32)}`)

/** In the last epoch each kind of row decides something. */
const story = richStory()
/** Up to the last epoch's begin: the tables are changed there. */
const earlier = {
  ...story,
  blocks: story.blocks.slice(0, -2),
  logs: story.logs.filter(({ block }) => block <= story.blocks.at(-3)!.number),
}

let tables: BonusTables
let second: { closed: Awaited<ReturnType<typeof closeEpochs>>; engine: SecondEngine }

beforeAll(async () => {
  tables = await startBonusTables()
  let engine: SecondEngine
  const closed = await closeEpochs(story, (world) => (engine = world))
  second = { closed, engine: engine! }
}, 120_000)
afterAll(() => tables?.stop())

const files: PublishedFiles = {
  async header(epoch) {
    const [row] = await tables.sql<{ header: string }[]>`
      select convert_from(header, 'UTF8') as header from galx.epochs where epoch = ${Number(epoch)}`
    return row?.header ?? null
  },
  async part(epoch, byte) {
    return (await readPart(tables.sql, Number(epoch), RICH_PROGRAMS, Number.parseInt(byte, 16)))?.text ?? null
  },
  async vouchers(epoch) {
    const rows = await tables.sql<
      { program: string; account: Address; cumulative: bigint; deadline: number; signature: Hex }[]
    >`
      select program_key as program, account, cumulative, deadline, signature from galx.vouchers where epoch = ${Number(epoch)}`
    return rows.map((row) => ({ ...row, deadline: BigInt(row.deadline) }))
  },
}

/** What the second engine says of everything that the tables would publish. */
async function audit(): Promise<string[]> {
  const wrong: string[] = []
  const differ = (difference: Parameters<typeof differenceText>[0]) =>
    void wrong.push(differenceText(difference))
  for (const closed of second.closed) {
    expect(await compareEpochFile(files, closed, differ)).toBe(true)
    if (Number(closed.epoch) !== LAST_EPOCH) continue
    const place = {
      world: second.engine,
      rewardVouchers: story.contracts.RewardVouchers,
      signers: new Set([SIGNER.address.toLowerCase() as Address]),
    }
    const vouchers = (await files.vouchers(closed.epoch))!
    expect(vouchers).toHaveLength(1)
    await compareVouchers(vouchers, closed, place, differ)
  }
  return wrong
}

async function signLast(): Promise<void> {
  const [row] = await tables.sql<{ account: Address; cumulative: bigint }[]>`
    select address as account, cumulative from galx.epoch_rows join galx.accounts on id = account_id
    where epoch = ${LAST_EPOCH} and program_key = 'btc' and bonus > 0 order by address limit 1`
  const deadline = (LAST_EPOCH + 1) * story.epochDuration + 31_536_000
  const voucher = { ...row!, program: programId('btc'), deadline: BigInt(deadline) }
  const signature = await SIGNER.signTypedData(
    voucherTypedData(story.chainId, story.contracts.RewardVouchers, voucher),
  )
  await tables.sql`
    insert into galx.vouchers (program_key, account, cumulative, deadline, signer, signature, epoch)
    values ('btc', ${row!.account}, ${row!.cumulative.toString()}, ${deadline}, ${SIGNER.address.toLowerCase()}, ${signature}, ${LAST_EPOCH})`
}

type Change = (sql: BonusTables['sql']) => Promise<{ count: number }>

/** @returns why the indexer went no further; else what the second engine found */
async function findings(before: Change | null, after: Change | null): Promise<string[]> {
  await tables.empty({ hashes: true })
  await tables.sql`truncate galx.vouchers`
  await tables.index(earlier, () => 100)
  if (before) expect((await before(tables.sql)).count).toBe(1)
  try {
    await tables.index(story, () => 100)
  } catch (error) {
    return [(error as Error).message]
  }
  await signLast()
  if (after) expect((await after(tables.sql)).count).toBe(1)
  return audit()
}

it('as nobody has touched them, the tables are what the second engine computes', async () => {
  expect(parseRulesets(story.rulesets)[0]!.programs.map(({ key }) => key)).toEqual(RICH_PROGRAMS)
  expect(await findings(null, null)).toEqual([])
  const [stolen] = second.closed.at(-1)!.header.match(/program btc .*/) ?? []
  // What a thief drew is missing, and the rest of a funding vests.
  expect(Number(stolen!.split(' ')[3])).toBeLessThan(1_000)
  expect(second.closed.at(-1)!.header).toMatch(/program zn \d+ 500 /)
})

it('an epoch is not closed from totals that are behind the other tables', async () => {
  await tables.empty({ hashes: true })
  await tables.index(earlier, () => 100)
  const [{ behind } = { behind: 0 }] = await tables.sql<{ behind: number }[]>`
    select number - block_number as behind from galx.cursor, galx.totals_standing`
  expect(behind).toBeGreaterThan(0)
  const closing = transact(tables.sql, (transaction) =>
    bonusEpochs(worldDeployment(story)).close(transaction, {
      ...{ epoch: LAST_EPOCH, first: null, last: null, blockNumber: story.blocks.at(-1)!.number },
    }),
  )
  await expect(closing).rejects.toThrow('before the totals have come to its end')
})

function of(sql: BonusTables['sql'], address: Hex) {
  return sql`(select id from galx.accounts where address = ${address})`
}

/** Before the epoch is closed: what the closing makes of it. */
it.each<[string, Change, RegExp]>([
  [
    'points.members',
    (sql) =>
      sql`update galx.points set members = members + 1 where program_key = 'btc' and account_id = ${of(sql, ANN)}`,
    /program btc, account 0xa1/,
  ],
  [
    'points.own',
    (sql) =>
      sql`update galx.points set own = own + 1 where program_key = 'btc' and account_id = ${of(sql, EVE)}`,
    /program btc, account 0xe1/,
  ],
  [
    'points.points',
    (sql) =>
      sql`update galx.points set points = points + 1, at = at + 600 where program_key = 'btc' and account_id = ${of(sql, ANN)}`,
    /program btc, account 0xa1/,
  ],
  [
    'pool_accounts.weight',
    (sql) => sql`update galx.pool_accounts set weight = weight + 1 where account_id = ${of(sql, BOB)}`,
    /program btc, account 0xa1/,
  ],
  [
    'vault_accounts.shares',
    (sql) => sql`update galx.vault_accounts set shares = shares + 1 where account_id = ${of(sql, GUS)}`,
    /program zn, account 0xa1/,
  ],
  [
    'account_totals.team_power',
    (sql) =>
      sql`update galx.account_totals set team_power = team_power + 1 where account_id = ${of(sql, EVE)}`,
    /program node, account 0xe1/,
  ],
  [
    'account_totals.own_power',
    (sql) =>
      sql`update galx.account_totals set own_power = own_power + 1 where account_id = ${of(sql, SAFE)}`,
    /program node, account 0xe1/,
  ],
  [
    'team_changes.power',
    (sql) =>
      sql`update galx.team_changes set power = power + 1 where account_id = ${of(sql, FAY)}
        and block_number > (select block_number from galx.totals_standing)`,
    /program node, account 0xe1/,
  ],
  [
    'weight_changes.weight',
    (sql) =>
      sql`update galx.weight_changes set weight = weight + 1 where account_id = ${of(sql, FAY)} and weight = 510`,
    /program node, account 0xe1/,
  ],
  [
    'positions.amount',
    (sql) => sql`update galx.positions set amount = amount + 1 where account_id = ${of(sql, CID)}`,
    /program promotion, account 0xe1/,
  ],
  [
    'promotions.entitled',
    (sql) => sql`update galx.promotions set entitled = entitled + 1 where account_id = ${of(sql, ANN)}`,
    /program promotion, account 0xa1/,
  ],
  [
    'bonus_totals.cumulative',
    (sql) => sql`update galx.bonus_totals set cumulative = cumulative + 1 where program_key = 'node'`,
    /the bonuses of the program node add up to|have vested/,
  ],
  [
    'epoch_programs.cumulative',
    (sql) =>
      sql`update galx.epoch_programs set cumulative = cumulative + 1 where program_key = 'btc' and epoch = ${LAST_EPOCH - 1}`,
    /the bonuses of the program btc add up to/,
  ],
  [
    'voucher_programs.funded',
    (sql) =>
      sql`update galx.voucher_programs set funded = funded + 1 where program = ${programId('promotion').toString()}`,
    /program promotion/,
  ],
  [
    'voucher_programs.unvested',
    (sql) =>
      sql`update galx.voucher_programs set unvested = unvested + 1, funded = funded + 1 where program = ${programId('zn').toString()}`,
    /program zn/,
  ],
  [
    'voucher_programs.budget_per_epoch',
    (sql) =>
      sql`update galx.voucher_programs set budget_per_epoch = budget_per_epoch + 1 where program = ${programId('node').toString()}`,
    /program node/,
  ],
])('a wei in %s before a closing is found', async (_name, change, named) => {
  const found = await findings(change, null)
  expect(found.join('\n')).toMatch(named)
})

/** After the epoch is closed: what would be served and signed. */
it.each<[string, Change, RegExp]>([
  [
    'epoch_rows.points',
    (sql) =>
      sql`update galx.epoch_rows set points = points + 1 where program_key = 'btc' and epoch = ${LAST_EPOCH - 3} and account_id = ${of(sql, ANN)}`,
    /epoch 1007, program btc, account 0xa1/,
  ],
  [
    'epoch_rows.bonus',
    (sql) =>
      sql`update galx.epoch_rows set bonus = bonus + 1 where program_key = 'zn' and epoch = ${LAST_EPOCH} and account_id = ${of(sql, ANN)}`,
    /epoch 1010, program zn, account 0xa1/,
  ],
  [
    'epoch_rows.cumulative',
    (sql) =>
      sql`update galx.epoch_rows set cumulative = cumulative + 1 where program_key = 'node' and epoch = ${LAST_EPOCH}`,
    /epoch 1010, program node, account 0xe1/,
  ],
  [
    'epochs.header',
    (sql) =>
      sql`update galx.epochs set header = convert_to(replace(convert_from(header, 'UTF8'), ' 500 ', ' 501 '), 'UTF8') where epoch = ${LAST_EPOCH}`,
    /epoch 1010, program zn, line of the header/,
  ],
  [
    'vouchers.cumulative',
    (sql) => sql`update galx.vouchers set cumulative = cumulative + 1`,
    /epoch 1010, program btc, account 0xa1\w+, amount of the voucher/,
  ],
])('a wei in %s after a closing is found', async (_name, change, named) => {
  const found = await findings(null, change)
  expect(found.join('\n')).toMatch(named)
})

it('reading the chain again mends an epoch that was closed from changed tables and not published', async () => {
  await tables.empty({ hashes: true })
  await tables.index(earlier, () => 100)
  const { count } = await tables.sql`
    update galx.points set members = members + 1 where program_key = 'btc' and account_id = ${of(tables.sql, ANN)}`
  expect(count).toBe(1)
  await tables.index(story, () => 100)
  const right = second.closed.map(({ hash }) => hash)
  const hashes = async () => (await tables.epochs(story)).map(({ hash }) => hash)
  expect((await hashes()).at(-1)).not.toBe(right.at(-1))
  await tables.empty({ hashes: false })
  await tables.index(story, () => 100)
  expect(await hashes()).toEqual(right)
})

it('a wei of what a thief drew is found', async () => {
  // The draw lies in the last epoch: the tables are changed between the draw and the epoch’s end.
  await tables.empty({ hashes: true })
  const upTo = story.blocks.at(-2)!.number
  await tables.index(
    { ...story, blocks: story.blocks.slice(0, -1), logs: story.logs.filter(({ block }) => block <= upTo) },
    () => 100,
  )
  const { count } = await tables.sql`update galx.voucher_draws set drawn = drawn + 1`
  expect(count).toBe(1)
  await tables.index(story, () => 100)
  await tables.sql`truncate galx.vouchers`
  await signLast()
  expect((await audit()).join('\n')).toMatch(/epoch 1010, program btc, line of the header/)
})
