/** The vouchers that the signer has written: public, each the newest of its account in its program. */
import type { Address, Hex } from 'viem'
import type { ProgramKey } from '@galx/protocol/products'
import type { Queryable } from '../platform/database/connection.ts'

type StoredVoucher = {
  program: ProgramKey
  account: Address
  cumulative: bigint
  /** unix seconds */
  deadline: number
  signer: Address
  signature: Hex
}

/** @param program null: of all programs */
export function vouchersOf(
  sql: Queryable,
  account: Address,
  program: ProgramKey | null,
): Promise<StoredVoucher[]> {
  return sql<StoredVoucher[]>`
    select program_key as program, account, cumulative, deadline, signer, signature from galx.vouchers
    where account = ${account} ${program === null ? sql`` : sql`and program_key = ${program}`}`
}

/** Of one epoch, by account and program. @param after the last one of the page before; null: from the first */
export function listVouchers(
  sql: Queryable,
  epoch: number,
  after: { account: string; program: string } | null,
  limit: number,
): Promise<StoredVoucher[]> {
  return sql<StoredVoucher[]>`
    select program_key as program, account, cumulative, deadline, signer, signature from galx.vouchers
    where epoch = ${epoch} and (account, program_key) > (${after?.account ?? '0x'}::bytea, ${after?.program ?? ''})
    order by account, program_key limit ${limit}`
}
