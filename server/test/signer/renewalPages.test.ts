/** Many vouchers are signed again, page by page, like after a change of the key. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listToRenew, type Place } from '../../src/signer/tables.ts'
import { startBonusTables, type BonusTables } from '../support/bonusTables.ts'
import { plansOf, readBy, scannedWhole } from '../support/plans.ts'

const VOUCHERS = 10_000
const PAGE = 1_000
const PROGRAMS = [
  { key: 'zn', id: 3n },
  { key: 'btc', id: 1n },
] as const
const OLD = 1n
const NEW = 2n

const ASKED = { programs: PROGRAMS, epoch: 1, limit: PAGE }

let tables: BonusTables

beforeAll(async () => {
  tables = await startBonusTables()
  await tables.sql`
    insert into galx.accounts (address)
    select substring(sha256(n::text::bytea) for 20) from generate_series(1, ${VOUCHERS}::integer) n`
  for (const { key } of PROGRAMS)
    await tables.sql`
      insert into galx.vouchers (program_key, account, cumulative, signature, co_signature, deadline, signers_nonce, epoch)
      select ${key}, address, 5, decode(repeat('ab', 65), 'hex'), decode(repeat('cd', 65), 'hex'), 1000, 1, 1 from galx.accounts`
  for (const { key } of PROGRAMS) {
    await tables.sql`
      insert into galx.bonus_totals (account_id, program_key, cumulative, epoch) select id, ${key}, 5, 1 from galx.accounts`
    await tables.sql`
      insert into galx.epoch_rows (epoch, account_id, program_key, points, bonus, cumulative, part)
      select 1, id, ${key}, 0, 5, 5, get_byte(address, 0) from galx.accounts`
  }
  await tables.sql`
    insert into galx.epochs (epoch, ruleset, block_number, header, hash, closed_at)
    select n, 1, n, '', decode(repeat('ab', 32), 'hex'), 0 from generate_series(1, 3000) n`
  // A tenth is paid.
  await tables.sql`
    insert into galx.voucher_draws (account_id, program, drawn)
    select id, 1, 5 from galx.accounts where id % 10 = 0`
  await tables.sql`analyze`
}, 120_000)
afterAll(() => tables?.stop())

it('reaches each unpaid voucher once, in the order of programs and accounts', async () => {
  const seen: string[] = []
  let last: Place | null = null
  for (;;) {
    const page = await listToRenew(tables.sql, { ...ASKED, signersNonce: NEW, before: 0, after: last })
    seen.push(...page.map(({ program, account }) => `${program} ${account}`))
    if (page.length < PAGE) break
    last = page.at(-1)!
  }
  expect(seen).toEqual([...seen].sort())
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toHaveLength(2 * VOUCHERS - VOUCHERS / 10)
  expect(await listToRenew(tables.sql, { ...ASKED, signersNonce: OLD, before: 1_000, after: null })).toEqual(
    [],
  )
  expect(
    await listToRenew(tables.sql, { ...ASKED, signersNonce: OLD, before: 1_001, after: null }),
  ).toHaveLength(PAGE)
})

it('reads for a page only the rows of the page, wherever it begins', async () => {
  for (const after of [null, { program: 'btc', account: `0x${'80'.repeat(20)}` } as const]) {
    const plans = await plansOf(tables.sql, (sql) =>
      listToRenew(sql, { ...ASKED, signersNonce: NEW, before: 0, after }),
    )
    expect(plans.length).toBeGreaterThan(0)
    expect(plans.flatMap(scannedWhole)).toEqual([])
    expect(Math.max(...plans.map(readBy))).toBeLessThan(1.5 * PAGE)
  }
})
