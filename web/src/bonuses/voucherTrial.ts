/** Loaded once a person chooses a file of vouchers. Asks the contract about a voucher before the voucher replaces another. */
import type { VoucherAnswer } from '@galx/protocol/http/bonuses'
import type { HexString } from '@galx/protocol/webConfig'
import { currentConfig } from '../core/config/configStore.ts'
import { encodeCall } from '../core/transactions/calldata.ts'
import { simulate } from '../core/transactions/simulate.ts'
import { asTaken } from './claimModel.ts'

/** Errors of the voucher itself. Other errors, such as a pause or a short budget, are temporary. */
const OWN_FAULTS: readonly (string | null)[] = [
  'RewardVouchers_SignersReplaced',
  'RewardVouchers_SignatureInvalid',
  'RewardVouchers_CoSignatureInvalid',
  'RewardVouchers_VoucherExpired',
]

/** Whether the contract refuses the voucher for an error of the voucher itself. False if no node answers. */
export async function isRefused(
  account: HexString,
  programId: string,
  voucher: VoucherAnswer,
): Promise<boolean> {
  const taken = asTaken(account, programId, voucher)
  if (taken === null) return true
  const problem = await simulate(
    account,
    encodeCall({ name: 'claimBonuses', vouchers: [taken] }, currentConfig()),
  )
  return problem?.code === 'reverted' && OWN_FAULTS.includes(problem.error)
}
