/** Compares each published voucher of an epoch with the computed voucher. SignedVouchers judges the signers later. */
import type { Address } from 'viem'
import { voucherSigners } from '@galx/protocol/voucher'
import type { PublishedVoucher } from './compareFiles.ts'
import type { Differ } from './differences.ts'
import type { Signers } from './signerHistory.ts'
import type { World } from './world.ts'

/** A year: the validity of a voucher that was signed at an epoch's end (rule 16). */
const VOUCHER_LIFE = 31_536_000n

/** A voucher of a program that the rulesets know, with the recovered signers. */
export type SignedVoucher = Omit<PublishedVoucher, 'signersNonce' | 'signature' | 'coSignature'> & {
  epoch: bigint
  /** the program's id in the contract */
  id: bigint
  signers: Signers
}

type VoucherPlace = { world: World; rewardVouchers: Address }

/**
 * Checks that every voucher of the epoch grants exactly the computed amount with exactly the computed deadline.
 * @returns the vouchers with two signatures that give an address each
 */
export async function compareVouchers(
  vouchers: readonly PublishedVoucher[],
  { epoch }: { epoch: bigint },
  { world, rewardVouchers }: VoucherPlace,
  differ: Differ,
): Promise<SignedVoucher[]> {
  const signed: SignedVoucher[] = []
  const goodUntil = (epoch + 1n) * world.terms.epochDuration + VOUCHER_LIFE
  for (const voucher of vouchers) {
    const { program, account, cumulative, deadline } = voucher
    const report = (what: string, found: unknown, computed: unknown) => {
      if (found !== computed)
        differ({
          epoch,
          program,
          account,
          what: `${what} of the voucher`,
          found: String(found),
          computed: String(computed),
        })
    }
    // Also covers a program that a later ruleset no longer has, because its unpaid vouchers are signed again.
    const id = world.programId(program)
    if (id === undefined) {
      report('program', program, 'none of the rulesets')
      continue
    }
    const index = world.accounts.find(account)
    const granted = index === undefined ? undefined : world.grantsOf(id).cumulative.get(index)
    report('amount', cumulative, granted ?? 0n)
    report('deadline', deadline, goodUntil)
    const { signer, coSigner } = await signersOf(voucher, id, { world, rewardVouchers })
    if (signer === null) report('signer', 'nobody', 'an address')
    if (coSigner === null) report('co-signer', 'nobody', 'an address')
    if (signer === null || coSigner === null) continue
    const signers = { signer, coSigner, nonce: voucher.signersNonce }
    signed.push({ epoch, program, id, account, cumulative, deadline, signers })
  }
  return signed
}

/** @param id of the program */
export function signersOf(
  { account, cumulative, deadline, signersNonce, ...signatures }: PublishedVoucher,
  id: bigint,
  { world, rewardVouchers }: VoucherPlace,
) {
  const voucher = { program: id, account, cumulative, deadline, signersNonce }
  return voucherSigners(world.terms.chainId, rewardVouchers, voucher, signatures)
}
