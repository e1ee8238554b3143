/** The number of vault shares of each account, and the amounts that it paid for them. */
import type { Address } from 'viem'
import type { Member } from '../../ledger/forest.ts'
import type { Queryable } from '../../platform/database/connection.ts'

/** `paidIn`, `takenOut`: wei of all payments in and out. Shares that change hands count at their value. */
export type Holding = { shares: bigint; paidIn: bigint; takenOut: bigint }

export function loadHoldings(
  sql: Queryable,
  accountIds: readonly number[],
): Promise<({ accountId: number } & Holding)[]> {
  return sql<({ accountId: number } & Holding)[]>`
    select account_id as "accountId", shares, paid_in as "paidIn", taken_out as "takenOut" from galx.vault_accounts
    where account_id = any (${accountIds as number[]}::bigint[])`
}

export async function writeHoldings(
  sql: Queryable,
  holdings: readonly ({ member: Member } & Holding)[],
): Promise<void> {
  if (holdings.length === 0) return
  await sql`
    insert into galx.vault_accounts (account_id, shares, paid_in, taken_out)
    select * from unnest(
      ${holdings.map(({ member }) => member.id)}::bigint[],
      ${holdings.map(({ shares }) => shares.toString())}::numeric[],
      ${holdings.map(({ paidIn }) => paidIn.toString())}::numeric[],
      ${holdings.map(({ takenOut }) => takenOut.toString())}::numeric[])
    on conflict (account_id) do update
      set shares = excluded.shares, paid_in = excluded.paid_in, taken_out = excluded.taken_out`
}

/** All zeros for an account that never held shares. */
export async function holdingOf(sql: Queryable, address: Address): Promise<Holding> {
  const [row] = await sql<Holding[]>`
    select shares, paid_in as "paidIn", taken_out as "takenOut" from galx.vault_accounts
    where account_id = (select id from galx.accounts where address = ${address})`
  return row ?? { shares: 0n, paidIn: 0n, takenOut: 0n }
}
