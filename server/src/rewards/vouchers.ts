/** The vouchers that the signer has written. They are public. Each is the newest of its account in its program. */
import type { Address, Hex } from 'viem'
import type { ProgramKey } from '@galx/protocol/products'
import type { Queryable } from '../platform/database/connection.ts'

type StoredVoucher = {
  program: ProgramKey
  account: Address
  cumulative: bigint
  /** unix seconds */
  deadline: number
  signersNonce: number
  signature: Hex
  coSignature: Hex
}

function columns(sql: Queryable) {
  return sql`program_key as program, account, cumulative, deadline, signers_nonce as "signersNonce", signature,
    co_signature as "coSignature"`
}

/** Searches by program and account, which is the table's key. A search by account alone would read the whole table. */
export function vouchersOf(
  sql: Queryable,
  account: Address,
  programs: readonly ProgramKey[],
): Promise<StoredVoucher[]> {
  return sql<StoredVoucher[]>`
    select ${columns(sql)} from galx.vouchers
    where program_key = any (${[...programs]}::text[]) and account = ${account}`
}

/** The vouchers of one epoch, by account and program. @param after the last voucher of the previous page; null: start at the first */
export function listVouchers(
  sql: Queryable,
  epoch: number,
  after: { account: string; program: string } | null,
  limit: number,
): Promise<StoredVoucher[]> {
  return sql<StoredVoucher[]>`
    select ${columns(sql)} from galx.vouchers
    where epoch = ${epoch} and (account, program_key) > (${after?.account ?? '0x'}::bytea, ${after?.program ?? ''})
    order by account, program_key limit ${limit}`
}
