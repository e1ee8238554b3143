/** Compares each voucher that was published for an epoch with what was computed of it. Who signed it is judged later, with SignedVouchers. */
import { hashTypedData, recoverAddress, type Address } from 'viem'
import { voucherTypedData } from '@galx/protocol/voucher'
import type { PublishedVoucher } from './compareFiles.ts'
import type { Differ } from './differences.ts'
import type { Signers } from './signerHistory.ts'
import type { World } from './world.ts'

/** A year: until when a voucher that was signed at an epoch's end is good (rule 16). */
const VOUCHER_LIFE = 31_536_000n

/** A voucher of a program that the rulesets know, with the addresses that its signatures give. */
export type SignedVoucher = Omit<PublishedVoucher, 'signersNonce' | 'signature' | 'coSignature'> & {
  epoch: bigint
  /** the program's, as the contract has it */
  id: bigint
  signers: Signers
}

type VoucherPlace = { world: World; rewardVouchers: Address }

/**
 * Every voucher of the epoch grants exactly what was computed, to the second of its deadline.
 * @returns the vouchers whose two signatures each give an address
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
          ...{ epoch, program, account, what: `${what} of the voucher` },
          ...{ found: String(found), computed: String(computed) },
        })
    }
    // Of a program that a later ruleset has no more, too: what is not paid is signed again.
    const id = world.programId(program)
    if (id === undefined) {
      report('program', program, 'none of the rulesets')
      continue
    }
    const index = world.accounts.indexOf(account)
    report('amount', cumulative, world.grantsOf(id).cumulative.get(index) ?? 0n)
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

/** @param id the program's @returns null: the signature gives no address */
export async function signersOf(
  { account, cumulative, deadline, signersNonce, signature, coSignature }: PublishedVoucher,
  id: bigint,
  { world, rewardVouchers }: VoucherPlace,
): Promise<{ signer: Address | null; coSigner: Address | null }> {
  const voucher = { program: id, account, cumulative, deadline, signersNonce }
  const hash = hashTypedData(voucherTypedData(world.terms.chainId, rewardVouchers, voucher))
  const [signer, coSigner] = await Promise.all(
    [signature, coSignature].map((one) =>
      recoverAddress({ hash, signature: one }).then(
        (address) => address.toLowerCase() as Address,
        () => null,
      ),
    ),
  )
  return { signer: signer ?? null, coSigner: coSigner ?? null }
}
