import type { BonusesData, BonusOfProgram, VoucherAnswer } from '@galx/protocol/http/bonuses'

/** `signer` is missing in what earlier versions of the app have kept and saved. */
export type KnownVoucher = Omit<VoucherAnswer, 'signer'> & { signer?: string | undefined }

/** What is known of an account's bonuses: a server's answer, one of an earlier visit, or a file's vouchers. */
export type KnownBonuses = Omit<BonusesData, 'programs'> & {
  programs: (Omit<BonusOfProgram, 'voucher'> & { voucher: KnownVoucher | null })[]
}
