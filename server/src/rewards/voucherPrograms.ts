/** The programs of RewardVouchers as rows: galx.voucher_programs. */
import type { Queryable } from '../platform/database/connection.ts'
import type { Vesting } from './vesting.ts'

/** Reads all programs, which are few. @returns by the contract's id */
export async function readVoucherPrograms(sql: Queryable): Promise<Map<bigint, Vesting>> {
  const rows = await sql<(Vesting & { program: bigint })[]>`
    select program, budget_per_epoch as "budgetPerEpoch", funded, unvested, settled_epoch as "settledEpoch"
    from galx.voucher_programs`
  return new Map(rows.map(({ program, ...vesting }) => [program, vesting]))
}

export async function writeVoucherPrograms(
  sql: Queryable,
  programs: ReadonlyMap<bigint, Vesting>,
): Promise<void> {
  if (programs.size === 0) return
  const rows = [...programs]
  await sql`
    insert into galx.voucher_programs (program, budget_per_epoch, funded, unvested, settled_epoch)
    select * from unnest(
      ${rows.map(([program]) => program.toString())}::numeric[],
      ${rows.map(([, { budgetPerEpoch }]) => budgetPerEpoch.toString())}::numeric[],
      ${rows.map(([, { funded }]) => funded.toString())}::numeric[],
      ${rows.map(([, { unvested }]) => unvested.toString())}::numeric[],
      ${rows.map(([, { settledEpoch }]) => settledEpoch)}::bigint[])
    on conflict (program) do update
      set funded = excluded.funded, unvested = excluded.unvested, settled_epoch = excluded.settled_epoch`
}
