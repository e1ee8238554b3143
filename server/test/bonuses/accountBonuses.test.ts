/** What an account is shown of its bonuses, beside all rows of all epochs. */
import type { Address } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProgramKey } from '@galx/protocol/products'
import { randomWorld } from '../../../packages/protocol/test/rewards/randomWorld.ts'
import { listHistory, rowsOfEpoch } from '../../src/rewards/accountBonuses.ts'
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
  it('has epochs in which somebody earned before and after, and not in it', () => {
    const gaps = accounts.flatMap((account) =>
      programs.filter((program) => {
        const own = rowsOf(account, program).map(({ epoch }) => epochs.indexOf(epoch))
        return own.some((place, index) => index > 0 && place > own[index - 1]! + 1)
      }),
    )
    expect(gaps.length).toBeGreaterThan(0)
  })

  it('are those of the epoch, and what was granted until then where it has none', async () => {
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
