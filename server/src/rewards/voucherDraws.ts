/** The amount that each account has drawn from each program of RewardVouchers, wei of the program's token. */
import type { Member } from '../ledger/forest.ts'
import type { Queryable } from '../platform/database/connection.ts'

export async function addDraws(
  sql: Queryable,
  draws: readonly { member: Member; program: bigint; amount: bigint }[],
): Promise<void> {
  if (draws.length === 0) return
  await sql`
    insert into galx.voucher_draws as draw (account_id, program, drawn)
    select * from unnest(
      ${draws.map(({ member }) => member.id)}::bigint[],
      ${draws.map(({ program }) => program.toString())}::numeric[],
      ${draws.map(({ amount }) => amount.toString())}::numeric[])
    on conflict (account_id, program) do update set drawn = draw.drawn + excluded.drawn`
}
