/**
 * Fills the tables of bonuses with ten years of daily epochs. One account has a row in each epoch. A tenth of all accounts has rows of two
 * programs in the last epoch, with grants and vouchers. Also fills ten years of a pool's accruals and of a pair's prices.
 */
import type { Sql } from '../../src/platform/database/connection.ts'
import { PERIOD_LENGTHS } from '../../src/products/exchange/periods.ts'

export const DAY = 86_400
const TEN_YEARS = 3_650 * DAY
const EPOCHS = TEN_YEARS / DAY
/** The greatest number of price periods of one length. Ten years of minutes would take too long to fill. */
const PERIODS = 100_000

/** The number of newest blocks that only one node has given. An epoch ends within these blocks. */
export const OUTAGE = 20_000
/** The id of the first account whose only bonus is from the epoch that ends within OUTAGE. Every thousandth account from here on is like it. */
export const FIRST_WAITING = 4

/** The pair whose prices are stored. */
export const PAIR = `0x${'aa'.repeat(20)}` as const

/** @param rewarded the account with a row in every epoch @param now unix seconds @returns the last epoch with confirmed blocks */
export async function fillBonuses(
  sql: Sql,
  accounts: number,
  rewarded: number,
  now: number,
): Promise<number> {
  const waiting = Math.floor(now / DAY) - 1
  const last = waiting - 1
  const hash = `sha256(n::text::bytea)`
  const programs = ['galx', 'node'].map((key) => String.raw`program ${key} 1 1000 1000 1000 1000000 1000\n`)
  const parts = String.raw`(select string_agg(format(E'part %s 4000 0x%s\n', part, repeat('ab', 32)), '') from generate_series(1, 256) part)`
  const header = String.raw`E'GALX epoch 1\nruleset 1 0x00\n${programs.join('')}' || ${parts}`
  await sql.unsafe(`
    insert into galx.epochs (epoch, ruleset, block_number, header, hash, closed_at)
    select ${waiting} - n, 1, case when n = 0 then ${accounts} - 1 else ${accounts - OUTAGE} - n end, convert_to(${header}, 'UTF8'), ${hash},
      (${waiting} - n + 1) * ${DAY} from generate_series(0, ${EPOCHS}) n`)
  await sql.unsafe(`
    insert into galx.published_epochs (epoch, hash, block_number, published_at, signed_at)
    select epoch, hash, block_number, closed_at, closed_at from galx.epochs where epoch <= ${last}`)
  await sql.unsafe(`
    insert into galx.epoch_programs (epoch, program_key, grantable, points, bonuses, cumulative, accounts)
    select epoch, key, 1000, 1000, 1000, 1000000, 1000 from galx.epochs, unnest(array['galx', 'node']) key`)
  await sql.unsafe(`
    insert into galx.epoch_rows (epoch, account_id, program_key, points, bonus, cumulative, part)
    select ${last} - n, id, 'galx', 1, 1, ${EPOCHS} - n, get_byte(address, 0)
    from generate_series(0, ${EPOCHS - 1}) n, galx.accounts where id = ${rewarded}`)
  const others = `id % 10 = 3 and id <> ${rewarded}`
  // Like the closing writes them: rows of one part are next to each other. Some have equal points.
  await sql.unsafe(`
    insert into galx.epoch_rows (epoch, account_id, program_key, points, bonus, cumulative, part)
    select ${last}, id, program_key, points, bonus, bonus, get_byte(address, 0)
    from galx.accounts, lateral (
        values ('galx', 1::numeric, 1::numeric), ('node', (1 + id % 4001) * ${DAY}::numeric + 7, 1 + id % 4001)
      ) made (program_key, points, bonus)
    where ${others}
    order by get_byte(address, 0), id`)
  await sql.unsafe(`
    insert into galx.epoch_rows (epoch, account_id, program_key, points, bonus, cumulative, part)
    select ${waiting}, id, 'galx', 1, 1, 1, get_byte(address, 0) from galx.accounts where id % 1000 = ${FIRST_WAITING}
    order by get_byte(address, 0), id`)
  await sql.unsafe(`
    insert into galx.bonus_totals (account_id, program_key, cumulative, epoch)
    select account_id, program_key, cumulative, epoch from galx.epoch_rows where epoch >= ${last}`)
  await sql.unsafe(`
    insert into galx.vouchers (program_key, account, cumulative, deadline, signers_nonce, signature, co_signature, epoch)
    select 'galx', address, 1, ${now + DAY}, 1, decode(repeat('52', 65), 'hex'), decode(repeat('53', 65), 'hex'), ${last} from galx.accounts where ${others}`)
  for (const seconds of PERIOD_LENGTHS)
    await sql.unsafe(`
      insert into galx.price_periods (pair, seconds, starts, opened, high, low, closed, closed_at, base_volume, quote_volume, swaps)
      select decode(repeat('aa', 20), 'hex'), ${seconds}, starts, 1, 1, 1, 1, starts, 1, 1, 1
      from generate_series(0, ${Math.min(PERIODS, Math.floor(TEN_YEARS / seconds))}) n,
        lateral (select (${Math.floor(now / seconds)} - n) * ${seconds}::bigint as starts) period`)
  await sql.unsafe(`
    insert into galx.pool_accruals (pool_id, hour, block_number, at, per_weight, total_weight, reward_rate, reward_end)
    select 1, at / 3600, greatest(0, ${accounts} - n), at, 1, 1000, 1, at
    from generate_series(0, ${TEN_YEARS / 3_600}) n, lateral (select ${now} - n * 3600::bigint as at) times`)
  return last
}
