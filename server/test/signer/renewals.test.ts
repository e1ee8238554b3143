/** Which vouchers are signed again, and for which amount: in worlds of many epochs, and after somebody has changed the tables. */
import type { Address, Hex } from 'viem'
import { parseRulesets } from '@galx/protocol/rulesets'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { randomWorld } from '../../../packages/protocol/test/rewards/randomWorld.ts'
import type { Grant } from '../../src/signer/fileText.ts'
import { filesOf } from '../../src/signer/renewals.ts'
import { maySign } from '../../src/signer/maySign.ts'
import { listToRenew } from '../../src/signer/tables.ts'
import { paperFacts, paperFile } from '../support/paperFile.ts'
import { startBonusTables, type BonusTables } from '../support/bonusTables.ts'

const SIGNER: Address = `0x${'15'.repeat(20)}`
const SIGNATURE: Hex = `0x${'00'.repeat(65)}`
const world = randomWorld(31)
const programs = parseRulesets(world.rulesets).flatMap((ruleset) => ruleset.programs)

let tables: BonusTables
/** all closed epochs, ascending */
let epochs: number[]

beforeAll(async () => {
  tables = await startBonusTables()
  await tables.empty({ hashes: true })
  await tables.index(world, () => 1_000)
  epochs = (await tables.sql<{ epoch: number }[]>`select epoch from galx.epochs order by 1`).map(
    (row) => row.epoch,
  )
}, 120_000)
afterAll(() => tables?.stop())
beforeEach(async () => {
  await tables.sql`truncate galx.vouchers, galx.voucher_draws`
})

/** The newest row of each account at the end of an epoch. */
function grantedAt(epoch: number) {
  return tables.sql<(Grant & { epoch: number })[]>`
    select distinct on (address, program_key) program_key as program, address as account, cumulative, epoch
    from galx.epoch_rows join galx.accounts on id = account_id
    where bonus > 0 and epoch <= ${epoch} order by address, program_key, epoch desc`
}
/** Stores the right voucher of every account at the end of the epoch. All vouchers expire soon. */
async function keepVouchers(epoch: number): Promise<void> {
  for (const { program, account, cumulative, epoch: granted } of await grantedAt(epoch))
    await tables.sql`
      insert into galx.vouchers (program_key, account, cumulative, deadline, signers_nonce, signature, co_signature, epoch)
      values (${program}, ${account}, ${cumulative.toString()}, 0, 1, ${SIGNATURE}, ${SIGNATURE}, ${granted})`
}
async function hashOf(epoch: number): Promise<Hex | null> {
  const [row] = await tables.sql<{ hash: Hex }[]>`select hash from galx.epochs where epoch = ${epoch}`
  return row?.hash ?? null
}
/** Renews the vouchers in lots of this size. @returns the grants that may be signed, and the reasons against the others */
async function renewedAt(epoch: number, limit: number, hash = hashOf) {
  const right: Grant[] = []
  const refused: string[] = []
  let after: Grant | null = null
  // The vouchers are signed again when this epoch is closed. Nothing prevents the signatures of this epoch.
  const facts = paperFacts(paperFile(epoch, []), [], SIGNER)
  for (;;) {
    const known = [...new Map(programs.map(({ key, id }) => [key, { key, id }])).values()]
    const asked = { programs: known, epoch, signersNonce: 1n, before: 1, after, limit }
    const due = await listToRenew(tables.sql, asked)
    if (due.length === 0) return { right, refused }
    for await (const granted of filesOf(tables.sql, due, hash, 2)) {
      const answer = maySign({ ...facts, epoch, read: { ...facts.read, ...granted } })
      if (answer.ok) right.push(...answer.permission.grants)
      const words = answer.ok ? answer.refused : answer.detail
      if (words !== null) refused.push(words)
    }
    after = due.at(-1)!
  }
}
function inOrder(grants: readonly Grant[]): string[] {
  return grants.map(({ program, account, cumulative }) => `${account} ${program} ${cumulative}`).sort()
}

it('each voucher has the amount of the newest row so far, even if later epochs are closed and grant more', async () => {
  let older = 0
  for (const epoch of epochs) {
    await tables.sql`truncate galx.vouchers`
    await keepVouchers(epoch)
    const granted = await grantedAt(epoch)
    const { right, refused } = await renewedAt(epoch, 3)
    expect(refused).toEqual([])
    expect(inOrder(right)).toEqual(inOrder(granted))
    older += granted.filter((one) => one.epoch < epoch).length
  }
  // The world contains the case to be tested: vouchers are signed again at the close of an epoch that granted their accounts nothing.
  expect(older).toBeGreaterThan(0)
})

it('vouchers signed at the close of later epochs wait for those epochs when an earlier epoch is processed again', async () => {
  await keepVouchers(epochs.at(-1)!)
  let later = 0
  for (const epoch of epochs) {
    const kept = await tables.sql<{ account: Address; program: string; epoch: number }[]>`
      select account, program_key as program, epoch from galx.vouchers`
    const { right, refused } = await renewedAt(epoch, 3)
    expect(refused).toEqual([])
    const due = kept.filter((one) => one.epoch <= epoch)
    expect(right.map(({ account, program }) => `${account} ${program}`).sort()).toEqual(
      due.map(({ account, program }) => `${account} ${program}`).sort(),
    )
    later += kept.length - due.length
  }
  expect(later).toBeGreaterThan(0)
})

it('a voucher with a wei more, a voucher in no file, and vouchers of a hash that EpochLog lacks are refused by name', async () => {
  const last = epochs.at(-1)!
  await keepVouchers(last)
  const granted = await grantedAt(last)
  const [one] = granted
  await tables.sql`
    update galx.vouchers set cumulative = cumulative + 1 where account = ${one!.account} and program_key = ${one!.program}`
  await tables.sql`
    update galx.bonus_totals set cumulative = cumulative + 1
    where account_id = (select id from galx.accounts where address = ${one!.account}) and program_key = ${one!.program}`
  const stranger: Address = `0x${'5'.repeat(40)}`
  await tables.sql`
    insert into galx.vouchers (program_key, account, cumulative, deadline, signers_nonce, signature, co_signature, epoch)
    values ('btc', ${stranger}, 1, 0, 1, ${SIGNATURE}, ${SIGNATURE}, ${last})`
  const { right, refused } = await renewedAt(last, 1)
  expect(inOrder(right)).toEqual(inOrder(granted.slice(1)))
  const [wei] = refused.filter((words) => words.includes(one!.account))
  expect(wei).toContain(
    `it says ${one!.cumulative + 1n} wei, and the file of epoch ${one!.epoch} grants ${one!.cumulative} wei in total`,
  )
  expect(refused).toContainEqual(
    `the voucher of ${stranger} in btc is not signed: it says 1 wei, and no epoch has granted it`,
  )
  const falsified = await renewedAt(last, 1, async () => `0x${'cd'.repeat(32)}`)
  expect(falsified.right).toEqual([])
  expect(falsified.refused.join()).toContain('does not have the hash 0xcdcd')
  expect((await renewedAt(last, 1, async () => null)).refused.join()).toContain('EpochLog has no final hash')
  await tables.sql`
    update galx.bonus_totals set cumulative = cumulative - 1
    where account_id = (select id from galx.accounts where address = ${one!.account}) and program_key = ${one!.program}`
})
