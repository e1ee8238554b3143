/** The chain's state of bonuses. */
import type { ProgramKey } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'

/** The chain's state of a program. Amounts are wei of its token, times unix seconds. */
export type BonusProgram = {
  budgetPerEpoch: bigint
  start: number
  /** the most that can be granted so far */
  vested: bigint
  /** the sum that all accounts have claimed */
  paid: bigint
  /** the time at which the last part of the funding vests; 0: everything has vested */
  fundedUntil: number
  /** seconds */
  epochDuration: number
  /** epochs whose results are published on-chain */
  published: bigint
}

/** The sums that the account has drawn, and whether vouchers are paid now. */
export type DrawnBonuses = {
  /** all wei of each program's token that were ever drawn */
  drawn: Partial<Record<ProgramKey, bigint>>
  /** wei of each program that have vested and are not claimed: the most that vouchers can draw now */
  available: Partial<Record<ProgramKey, bigint>>
  /** unix seconds at which a pause of all claims ends by itself; 0: not paused */
  pausedUntil: number
  /** the two keys that must sign a voucher, lower case; null: the key is switched off, and no voucher is paid */
  signer: HexString | null
  coSigner: HexString | null
  /** the nonce that vouchers must carry: each change of a signer raises the nonce and voids all earlier vouchers */
  signersNonce: number
}
