/** Bonuses as the chain has them. */
import type { ProgramKey } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'

/** A program as the chain has it. Amounts are wei of its token, times unix seconds. */
export type BonusProgram = {
  budgetPerEpoch: bigint
  start: number
  /** what can be granted at most so far */
  vested: bigint
  /** what was claimed, by everybody */
  paid: bigint
  /** when the last of the funding vests; 0: nothing is left to vest */
  fundedUntil: number
  /** seconds */
  epochDuration: number
  /** epochs whose results are published on-chain */
  published: bigint
}

/** What the account has drawn, and whether vouchers are paid now. */
export type DrawnBonuses = {
  /** wei of each program's token, ever */
  drawn: Partial<Record<ProgramKey, bigint>>
  /** wei of each program that have vested and are not claimed: the most that vouchers draw now */
  available: Partial<Record<ProgramKey, bigint>>
  /** unix seconds at which a pause of all claims ends by itself; 0: none */
  pausedUntil: number
  /** the two keys that must sign a voucher, lower case; null: the key is switched off, and no voucher is paid */
  signer: HexString | null
  coSigner: HexString | null
  /** the nonce that vouchers must carry: each naming of a key raises it and voids all vouchers signed before */
  signersNonce: number
}
