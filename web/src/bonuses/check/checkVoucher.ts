/** The voucher's part of the check: both signatures against the contract's present keys, the nonce, and the amount. */
import type { VoucherAnswer } from '@galx/protocol/http/bonuses'
import { voucherSigners } from '@galx/protocol/voucher'
import { currentSigners } from './chainAnswers.ts'
import { fact, type CheckedFact } from './facts.ts'
import type { CheckInput, Sources } from './input.ts'

const NOBODY = `0x${'0'.repeat(40)}`

type VoucherInput = Pick<CheckInput, 'account' | 'chainId' | 'contracts' | 'programId' | 'newest'>

/** @param total the account's total grant, wei: computed by the check, or read from a later epoch's file if `later` */
export async function checkVoucher(
  input: VoucherInput,
  { total, later }: { total: bigint | null; later: boolean },
  { rpc }: Pick<Sources, 'rpc'>,
): Promise<CheckedFact> {
  const voucher = input.newest?.voucher
  if (voucher === undefined) return fact('voucher', 'unknown', 'noServer')
  if (voucher === null)
    return total === 0n ? fact('voucher', 'right', 'nothing') : fact('voucher', 'unknown', 'none')
  const { Multicall3, RewardVouchers } = input.contracts
  const keys = await currentSigners(rpc, Multicall3, RewardVouchers).catch(() => null)
  if (keys === null) return fact('voucher', 'unknown', 'noChain')
  if (keys.signer === NOBODY || keys.coSigner === NOBODY) return fact('voucher', 'unknown', 'off')
  // A voucher with another nonce may be signed by other keys, so its signatures prove nothing. Such a voucher is not wrong: after an honest change of
  // keys, the server has the old voucher until the new keys have signed.
  if (String(voucher.signersNonce) !== String(keys.nonce))
    return fact('voucher', 'unknown', 'nonce', String(voucher.signersNonce), String(keys.nonce))
  const found = await signersOf(input, voucher).catch(() => null)
  const [first, second] = [found?.signer === keys.signer, found?.coSigner === keys.coSigner]
  if (!first || !second) return fact('voucher', 'wrong', first ? 'coSigner' : second ? 'signer' : 'both')
  if (total === null) return fact('voucher', 'unknown', 'noTotal')
  if (BigInt(voucher.cumulative) > total)
    // The server does not say which epoch granted the rest.
    return input.newest?.epoch === null
      ? fact('voucher', 'unknown', 'noTotal')
      : fact('voucher', 'wrong', 'above')
  return fact('voucher', 'right', later ? 'later' : 'right')
}

async function signersOf({ account, chainId, contracts, programId }: VoucherInput, voucher: VoucherAnswer) {
  const signed = {
    program: BigInt(programId),
    account: account as `0x${string}`,
    cumulative: BigInt(voucher.cumulative),
    deadline: BigInt(voucher.deadline),
    signersNonce: BigInt(voucher.signersNonce),
  }
  return voucherSigners(chainId, contracts.RewardVouchers, signed, voucher)
}
