/**
 * Somebody changes one value in a table of the indexer. The results that are then closed, served, published or signed are compared with the
 * second engine, which knows only logs. tamperedColumns.ts says for every column who finds the change.
 */
import { privateKeyToAccount } from 'viem/accounts'
import type { Address, Hex } from 'viem'
import { parseRulesets, rulesetHash } from '@galx/protocol/rulesets'
import { voucherTypedData } from '@galx/protocol/voucher'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  compareEpochFile,
  type PublishedFiles,
  type PublishedVoucher,
} from '@galx/operator/audit/compareFiles'
import { compareVouchers } from '@galx/operator/audit/compareVouchers'
import { differenceText } from '@galx/operator/audit/differences'
import { EpochRecord } from '@galx/operator/audit/epochRecord'
import { SignedVouchers } from '@galx/operator/audit/signedVouchers'
import { SignerHistory } from '@galx/operator/audit/signerHistory'
import type { World as SecondEngine } from '@galx/operator/audit/world'
import { closeEpochs } from '../../../operator/test/audit/rawEvents.ts'
import { ANN, programId, type StoryProgram } from '../../../packages/protocol/test/rewards/story.ts'
import { readPart } from '../../src/ledger/epochFile.ts'
import { BONUS_TABLES } from '../../src/rewards/engine/epochs.ts'
import { countDifferingEpochs } from '../../src/ledger/secondEngine.ts'
import { foldTotals } from '../../src/ledger/foldTotals.ts'
import { listHistory } from '../../src/ledger/accountBonuses.ts'
import { listEpochs } from '../../src/ledger/closedEpochs.ts'
import { vestedAt } from '../../src/rewards/vesting.ts'
import { readVoucherPrograms } from '../../src/rewards/voucherPrograms.ts'
import { transact } from '../../src/platform/database/transaction.ts'
import { partsOf, readHeader } from '../../src/signer/epochFile.ts'
import { grantsIn } from '../../src/signer/fileText.ts'
import { maySign } from '../../src/signer/maySign.ts'
import { filesOf, type Granted } from '../../src/signer/renewals.ts'
import { listToRenew, readEpochs, readMoney } from '../../src/signer/tables.ts'
import { startBonusTables, type BonusTables, type World } from '../support/bonusTables.ts'
import {
  NOT_OF_BONUSES,
  NOT_TAMPERED,
  ONLY_SHOWN,
  TAMPERED,
  type Finder,
  type Tampering,
} from './tamperedColumns.ts'
import { before, ladder, LAST, PROGRAMS, story } from './tamperedStory.ts'
import { someOf } from '../support/nightly.ts'

const SIGNER = privateKeyToAccount(`0x${'42'.repeat(32)}`)
const signer = SIGNER.address.toLowerCase() as Address
const CO_SIGNER = privateKeyToAccount(`0x${'43'.repeat(32)}`)
const coSigner = CO_SIGNER.address.toLowerCase() as Address
const SIGNERS = { signer, coSigner, nonce: 1n }
const [ruleset] = parseRulesets(story.rulesets)

/** The world up to the block at which the tables are changed. */
const earlier = before(story, 2)

let tables: BonusTables
let second: { closed: Awaited<ReturnType<typeof closeEpochs>>; engine: SecondEngine }
/** the vested amounts in the contract at the end of the last epoch, wei, by program id */
let vested: Map<bigint, bigint>

beforeAll(async () => {
  tables = await startBonusTables()
  let engine: SecondEngine
  const closed = await closeEpochs(story, (world) => (engine = world))
  second = { closed, engine: engine! }
  await index(earlier)
  await tables.keep()
  await indexOn(story)
  vested = new Map(
    [...(await readVoucherPrograms(tables.sql))].map(([id, vesting]) => [id, vestedAt(vesting, LAST + 1)]),
  )
}, 120_000)
afterAll(() => tables?.stop())

function indexOn(world: World): Promise<void> {
  return tables.index(world, () => 100)
}

/** Empties the tables and fills them from a world. EpochLog has three rulesets: an earlier ruleset, the world's ruleset and a later ruleset. */
async function index(world: World): Promise<void> {
  await tables.empty({ hashes: true })
  await tables.sql`truncate galx.vouchers`
  await indexOn(world)
  const other = `0x${'12'.repeat(32)}`
  await tables.sql`
    insert into galx.logged_rulesets (place, hash, first_epoch)
    values (0, ${other}, 900), (1, ${rulesetHash(ruleset!)}, 1000), (2, ${other}, ${LAST + 2})`
}

const files = {
  async header(epoch) {
    const [row] = await tables.sql<{ header: string }[]>`
      select convert_from(header, 'UTF8') as header from galx.epochs where epoch = ${Number(epoch)}`
    return row?.header ?? null
  },
  async part(epoch, byte) {
    return (await readPart(tables.sql, Number(epoch), PROGRAMS, Number.parseInt(byte, 16)))?.text ?? null
  },
  async vouchers(epoch) {
    const rows = await tables.sql<
      (Omit<PublishedVoucher, 'deadline' | 'signersNonce'> & { deadline: number; signersNonce: number })[]
    >`
      select program_key as program, account, cumulative, deadline, signers_nonce as "signersNonce", signature,
        co_signature as "coSignature"
      from galx.vouchers where epoch = ${Number(epoch)}`
    return rows.map((row) => ({
      ...row,
      deadline: BigInt(row.deadline),
      signersNonce: BigInt(row.signersNonce),
    }))
  },
} satisfies PublishedFiles

/** The second engine's verdict on everything that the tables would publish. */
async function audit(): Promise<string[]> {
  const wrong: string[] = []
  const differ = (difference: Parameters<typeof differenceText>[0]) =>
    void wrong.push(differenceText(difference))
  const place = { world: second.engine, rewardVouchers: story.contracts.RewardVouchers }
  const signers = new SignerHistory()
  signers.name(SIGNERS)
  const signed = new SignedVouchers(second.engine, signers)
  for (const closed of second.closed) {
    if (!(await compareEpochFile(files, closed, differ))) wrong.push(`epoch ${closed.epoch} has no file`)
    const vouchers = await files.vouchers(closed.epoch)
    signed.close(closed.epoch, await compareVouchers(vouchers, closed, place, differ))
  }
  signed.compareSigners(differ)
  return wrong
}

/** The second engine's verdict on the last epoch, as if EpochLog had the hash of the tables. */
async function published(): Promise<string[]> {
  const wrong: string[] = []
  const record = new EpochRecord(
    second.engine,
    (difference) => void wrong.push(differenceText(difference)),
    new Map(),
  )
  const { epoch, hash } = second.closed.at(-1)!
  const [{ hash: tablesHash, blockNumber }] = await readEpochs(tables.sql, LAST, 1)
  if (tablesHash === null || blockNumber === null) return []
  record.computed.set(epoch, { hash, blockNumber: BigInt(story.blocks.at(-2)!.number) })
  record.apply({
    kind: 'epochPublished',
    block: 1_000n,
    logIndex: 0,
    time: (LAST + 1) * story.epochDuration,
    epoch,
    hash: tablesHash,
    blockNumber: BigInt(blockNumber),
  })
  return wrong
}

/** Why the signer does not sign the last epoch, or does not sign one of its vouchers again. EpochLog has the hash of the second engine. */
async function refusals(): Promise<string[]> {
  const { sql } = tables
  const hashOf = (epoch: number) =>
    Promise.resolve(second.closed.find((closed) => Number(closed.epoch) === epoch)?.hash ?? null)
  const hash = (await hashOf(LAST))!
  const { programs } = ruleset!
  const [closed] = await readEpochs(sql, LAST, 1)
  const header = await readHeader(sql, LAST)
  const read = {
    ...(await readMoney(sql, programs, vested)),
    signers: SIGNERS,
    keys: SIGNERS,
    vestedOf: vested,
    end: (LAST + 1) * story.epochDuration,
    header,
  }
  const refusalOf = (granted: Granted) => {
    const answer = maySign({ ...closed, published: hash, read: { ...read, ...granted } })
    return answer.ok ? answer.refused : answer.detail
  }
  for await (const parts of partsOf(sql, LAST, header, 100)) {
    const grants = [...parts.values()].flatMap(grantsIn)
    expect(grants.length).toBeGreaterThan(0)
    const refused = refusalOf({ file: { epoch: LAST, published: hash, header, parts }, grants })
    if (refused !== null) return [refused]
  }
  const due = await listToRenew(sql, {
    programs,
    epoch: LAST,
    signersNonce: SIGNERS.nonce,
    before: Number.MAX_SAFE_INTEGER,
    after: null,
    limit: 100,
  })
  expect(due.length).toBeGreaterThan(0)
  for await (const granted of filesOf(sql, due, hashOf, 100)) {
    const refused = refusalOf(granted)
    if (refused !== null) return [refused]
  }
  return []
}

/** Stores a passed comparison with the contracts, a voucher of Ann, and right hashes of every epoch from the second engine and EpochLog. */
async function publishAndSign(): Promise<void> {
  await tables.sql`
    insert into galx.checksum (block_number, at, differences, passed_block, passed_at)
    select number, 1, '[]', number, 1 from galx.cursor`
  for (const { epoch, hash } of second.closed) {
    await tables.sql`
      insert into galx.engine_verdicts (engine, epoch, hash, at) values ('audit', ${Number(epoch)}, ${hash}, 1)`
    await tables.sql`
      insert into galx.published_epochs (epoch, hash, block_number, published_at)
      values (${Number(epoch)}, ${hash}, 1, 1)`
  }
  const [row] = await tables.sql<{ account: Address; cumulative: bigint }[]>`
    select address as account, cumulative from galx.bonus_totals join galx.accounts on id = account_id
    where program_key = 'btc' and address = ${ANN}`
  const deadline = (LAST + 1) * story.epochDuration + 31_536_000
  const voucher = { ...row!, program: programId('btc'), deadline: BigInt(deadline), signersNonce: 1n }
  const typed = voucherTypedData(story.chainId, story.contracts.RewardVouchers, voucher)
  const [signature, coSignature] = await Promise.all(
    [SIGNER, CO_SIGNER].map((key) => key.signTypedData(typed)),
  )
  await tables.sql`
    insert into galx.vouchers (program_key, account, cumulative, deadline, signers_nonce, signature, co_signature, epoch)
    values ('btc', ${ANN}, ${row!.cumulative.toString()}, ${deadline}, 1, ${signature!}, ${coSignature!}, ${LAST})`
}

/** An attacker who edits tables also disables their foreign keys and triggers. Checks of a single row cannot be disabled. */
async function tamper(column: string, { where, to }: Pick<Tampering, 'where' | 'to'>): Promise<void> {
  const [table, name] = column.split('.') as [string, string]
  const [{ type } = { type: '' }] = await tables.sql<{ type: string }[]>`
    select data_type as type from information_schema.columns
    where table_schema = 'galx' and table_name = ${table} and column_name = ${name}`
  const changed =
    to ??
    (type === 'bytea'
      ? `set_byte(${name}, octet_length(${name}) - 1, get_byte(${name}, octet_length(${name}) - 1) # 1)`
      : type === 'boolean'
        ? `not ${name}`
        : `coalesce(${name}, 0) + 1`)
  const { count } = await transact(tables.sql, async (sql) => {
    await sql`set local session_replication_role = replica`
    return sql.unsafe(`update galx.${table} set ${name} = ${changed} where ${where}`)
  })
  expect(count, `rows of ${table} where ${where}`).toBe(1)
}

/** @returns the finding of each observer that found something */
async function findings(column: string, tampering: Tampering | null): Promise<Map<Finder, string>> {
  const found = new Map<Finder, string[]>()
  await tables.restore()
  if (tampering?.when === 'before the closing') await tamper(column, tampering)
  try {
    await indexOn(story)
  } catch (error) {
    return new Map([['indexer', (error as Error).message]])
  }
  const [closed] = await tables.sql<{ hash: Hex }[]>`select hash from galx.epochs where epoch = ${LAST}`
  if (closed?.hash !== second.closed.at(-1)!.hash)
    return new Map([['next closing', (await audit()).join('\n')]])
  await publishAndSign()
  if (tampering?.when === 'after the closing') await tamper(column, tampering)
  found.set('audit', await audit())
  found.set('signer', await refusals())
  found.set('publication', await published())
  const differing = await countDifferingEpochs(tables.sql)
  found.set('alert', differing > 0 ? [`${differing} epochs differ`] : [])
  return new Map(
    [...found].filter(([, lines]) => lines.length > 0).map(([who, lines]) => [who, lines.join('\n')]),
  )
}

it('unchanged tables equal the second engine’s results', async () => {
  expect(ruleset!.programs.map(({ key }) => key)).toEqual(PROGRAMS)
  expect([...(await findings('', null))]).toEqual([])
  const [stolen] = second.closed.at(-1)!.header.match(/program btc .*/) ?? []
  // In btc a thief's draws are subtracted from the grantable amount. In zn the remainder of a funding vests.
  expect(Number(stolen!.split(' ')[3])).toBeLessThan(1_000)
  expect(second.closed.at(-1)!.header).toMatch(/program zn \d+ 500 /)
})

it('the list names for every column the check that finds a changed value, or the reason why no check is needed', async () => {
  const rows = await tables.sql<{ table: string; column: string }[]>`
    select table_name as table, table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'galx'`
  const concerned = rows.filter(({ table }) => !(table in NOT_OF_BONUSES)).map(({ column }) => column)
  const decided = [TAMPERED, ONLY_SHOWN, NOT_TAMPERED].flatMap((columns) => Object.keys(columns))
  expect(decided.toSorted()).toEqual(concerned.toSorted())
  expect(Object.keys(NOT_OF_BONUSES).filter((name) => !rows.some(({ table }) => table === name))).toEqual([])
  expect(BONUS_TABLES.filter((name) => name in NOT_OF_BONUSES)).toEqual([])
})

describe('one changed value', () => {
  it.each(
    // By day half of the columns: each finding has several columns.
    someOf(Object.entries(TAMPERED), 2).map(
      ([column, tampering]) => [column, tampering.when, tampering] as const,
    ),
  )('of %s, %s, is found', async (column, _when, tampering) => {
    const found = await findings(column, tampering)
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(
        Object.entries(tampering.found).map(([who, said]) => [who, expect.stringMatching(said)]),
      ),
    )
  })
})

it('a changed value of promotions.highest is found at the last epoch end at which an entitlement grows', async () => {
  const right = (await closeEpochs(ladder)).map(({ hash }) => hash)
  const hashes = async (change: boolean) => {
    await tables.empty({ hashes: true })
    await indexOn(before(ladder, 1))
    if (change) await tamper('promotions.highest', { where: 'entitled = 184', to: null })
    await indexOn(ladder)
    return (await tables.epochs(ladder)).map(({ hash }) => hash)
  }
  expect(await hashes(false)).toEqual(right)
  const found = await hashes(true)
  expect(found.slice(0, -1)).toEqual(right.slice(0, -1))
  expect(found.at(-1)).not.toBe(right.at(-1))
})

it('the shown figures of an epoch are those of its header, whatever galx.epoch_programs contains', async () => {
  await index(story)
  const { count } = await tables.sql`
    update galx.epoch_programs set grantable = grantable + 1, points = points + 1, bonuses = bonuses + 1,
      cumulative = cumulative + 1, accounts = accounts + 1`
  expect(count).toBe(second.closed.length * PROGRAMS.length)
  const shown = await listEpochs(tables.sql, story.epochDuration, PROGRAMS, null, 100)
  const lines = shown.map(({ programs }) =>
    programs.map(
      ({ program, grantable, points, bonuses, cumulative, accounts }) =>
        `program ${program} ${programId(program as StoryProgram)} ${grantable} ${points} ${bonuses} ${cumulative} ${accounts}`,
    ),
  )
  expect(lines.toReversed()).toEqual(second.closed.map(({ header }) => header.match(/^program .*$/gm)))
  const [newest] = await listHistory(tables.sql, ANN, 'btc', story.epochDuration, null, 1)
  expect(lines[0]![0]).toContain(` ${newest!.grantable} ${newest!.allPoints} `)
})

it.each(Object.entries(ONLY_SHOWN))('no bonus depends on %s', async (column, change) => {
  await tables.restore()
  // After these two calls all tables have rows: sums of earlier events, and changes that wait to be summed.
  await foldTotals(tables.sql)
  await indexOn(before(story, 1))
  await tamper(column, change)
  await indexOn(story)
  const hashes = (await tables.epochs(story)).map(({ hash }) => hash)
  expect(hashes).toEqual(second.closed.map(({ hash }) => hash))
  const standing = await tables.sql`select block_number from galx.totals_standing`
  expect(standing).not.toEqual(await tables.sql`select number as block_number from galx.cursor`)
})

it('reading the chain again corrects an epoch that was closed from changed tables and not published', async () => {
  await tables.restore()
  await tamper('points.members', TAMPERED['points.members']!)
  await indexOn(story)
  const right = second.closed.map(({ hash }) => hash)
  const hashes = async () => (await tables.epochs(story)).map(({ hash }) => hash)
  expect((await hashes()).at(-1)).not.toBe(right.at(-1))
  await tables.empty({ hashes: false })
  await indexOn(story)
  expect(await hashes()).toEqual(right)
})
