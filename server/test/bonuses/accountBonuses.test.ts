/** The bonuses that an account sees, compared with all rows of all epochs. */
import type { Address } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProgramKey } from '@galx/protocol/products'
import { randomWorld } from '../../../packages/protocol/test/rewards/randomWorld.ts'
import { listHistory, rowsOfEpoch } from '../../src/ledger/accountBonuses.ts'
import { startBonusTables, type BonusTables } from '../support/bonusTables.ts'

type Row = {
  epoch: number
  account: Address
  program: ProgramKey
  points: bigint
  bonus: bigint
  cumulative: bigint
}

let tables: BonusTables
/** in the order of the epochs */
let rows: readonly Row[]
let epochs: readonly number[]
let accounts: readonly Address[]
let programs: readonly ProgramKey[]

beforeAll(async () => {
  tables = await startBonusTables()
  await tables.index(randomWorld(42), () => 1_000)
  rows = await tables.sql<Row[]>`
    select epoch, address as account, program_key as program, points, bonus, cumulative
    from galx.epoch_rows join galx.accounts on id = account_id order by epoch`
  epochs = (await tables.sql<{ epoch: number }[]>`select epoch from galx.epochs order by epoch`).map(
    ({ epoch }) => epoch,
  )
  accounts = (await tables.sql<{ address: Address }[]>`select address from galx.accounts order by id`).map(
    ({ address }) => address,
  )
  programs = [...new Set(rows.map(({ program }) => program))].sort()
}, 120_000)
afterAll(() => tables?.stop())

function rowsOf(account: Address, program: ProgramKey): readonly Row[] {
  return rows.filter((row) => row.account === account && row.program === program)
}

describe('an account’s bonuses', () => {
  it('are the bonuses of the epoch, or the earlier sum if the account has none in the epoch', async () => {
    for (const account of accounts)
      for (const epoch of epochs) {
        const expected = programs.map((program) => {
          const until = rowsOf(account, program).filter((row) => row.epoch <= epoch)
          const last = until.at(-1)
          const ofEpoch = last?.epoch === epoch ? last : undefined
          return {
            program,
            points: ofEpoch?.points ?? 0n,
            bonus: ofEpoch?.bonus ?? 0n,
            cumulative: last?.cumulative ?? 0n,
          }
        })
        expect([...(await rowsOfEpoch(tables.sql, account, epoch, programs))]).toEqual(expected)
      }
  })

  it('are listed newest first, page by page', async () => {
    for (const account of accounts)
      for (const program of programs) {
        const listed: number[] = []
        for (let before: number | null = null; ;) {
          const page = await listHistory(tables.sql, account, program, 86_400, before, 2)
          listed.push(...page.map(({ epoch }) => epoch))
          if (page.length < 2) break
          before = page.at(-1)!.epoch
        }
        expect(listed).toEqual(
          rowsOf(account, program)
            .map(({ epoch }) => epoch)
            .reverse(),
        )
      }
  })
})

describe('an account that earned in the epochs 9, 10 and 13 alone', () => {
  const account: Address = `0x${'ab'.repeat(20)}`
  const hash = `0x${'01'.repeat(32)}`

  beforeAll(async () => {
    await tables.empty({ hashes: true })
    await tables.sql`insert into galx.accounts (id, address) values (1, ${account})`
    await tables.sql`insert into galx.cursor (number, hash, timestamp, genesis_hash) values (2, ${hash}, 1, ${hash})`
    for (let epoch = 9; epoch < 16; epoch += 1) {
      await tables.sql`
        insert into galx.epochs (epoch, ruleset, block_number, header, hash, closed_at)
        values (${epoch}, 1, 1, convert_to(E'GALX epoch 1\nprogram galx 7 100 1000 50 500 9\n', 'UTF8'), ${hash}, 1)`
    }
    await tables.sql`
      insert into galx.epoch_rows (epoch, part, account_id, program_key, points, bonus, cumulative)
      values (9, 171, 1, 'galx', 6, 5, 5), (10, 171, 1, 'galx', 7, 15, 20), (13, 171, 1, 'galx', 8, 30, 50)`
    await tables.sql`
      insert into galx.bonus_totals (account_id, program_key, cumulative, epoch) values (1, 'galx', 50, 13)`
  })

  it.each([
    [10, 7n, 15n, 20n],
    [11, 0n, 0n, 20n],
    [12, 0n, 0n, 20n],
    [13, 8n, 30n, 50n],
    [15, 0n, 0n, 50n],
  ])('in epoch %d has %d points, a bonus of %d wei, %d in all', async (epoch, points, bonus, cumulative) => {
    expect([...(await rowsOfEpoch(tables.sql, account, epoch, ['galx', 'btc']))]).toEqual([
      { program: 'galx', points, bonus, cumulative },
      { program: 'btc', points: 0n, bonus: 0n, cumulative: 0n },
    ])
  })

  it('has a history of these three', async () => {
    const history = await listHistory(tables.sql, account, 'galx', 86_400, null, 20)
    expect(history.map(({ epoch, bonus, cumulative }) => [epoch, bonus, cumulative])).toEqual([
      [13, '30', '50'],
      [10, '15', '20'],
      [9, '5', '5'],
    ])
    // The figures of the header.
    for (const { grantable, allPoints } of history) expect([grantable, allPoints]).toEqual(['100', '1000'])
  })
})
