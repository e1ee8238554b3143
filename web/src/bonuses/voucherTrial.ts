/** Loaded once somebody brings vouchers along: asks the contract about a voucher before it takes the place of another. */
import type { VoucherAnswer } from '@galx/protocol/http/bonuses'
import type { HexString } from '@galx/protocol/webConfig'
import { currentConfig } from '../core/config/configStore.ts'
import { encodeCall } from '../core/transactions/calldata.ts'
import { simulate } from '../core/transactions/simulate.ts'
import { asTaken } from './claimModel.ts'

/** What is wrong with the voucher itself; anything else, such as a pause or a short budget, passes. */
const OWN_FAULTS: readonly (string | null)[] = [
  'RewardVouchers_SignersReplaced',
  'RewardVouchers_SignatureInvalid',
  'RewardVouchers_CoSignatureInvalid',
  'RewardVouchers_VoucherExpired',
]

/** Whether the contract refuses the voucher for what it is. Where no node answers, nothing says so. */
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
