/** Compares each voucher that was published for an epoch with what was computed of it. Who signed it is judged later, with SignedVouchers. */
import { recoverTypedDataAddress, type Address } from 'viem'
import { VOUCHER_TYPES, voucherDomain } from '@galx/protocol/voucher'
import type { PublishedVoucher } from './compareFiles.ts'
import type { Differ } from './differences.ts'
import type { World } from './world.ts'

/** A year: until when a voucher that was signed at an epoch's end is good (rule 16). */
const VOUCHER_LIFE = 31_536_000n

/** A voucher of a program that the rulesets know, with the address that its signature gives. */
export type SignedVoucher = Omit<PublishedVoucher, 'signature'> & {
  epoch: bigint
  /** the program's, as the contract has it */
  id: bigint
  signer: Address
}

type VoucherPlace = { world: World; rewardVouchers: Address }

/**
 * Every voucher of the epoch grants exactly what was computed, to the second of its deadline.
 * @returns those that somebody signed
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
    const signer = await signerOf(voucher, id, { world, rewardVouchers })
    if (signer === null) report('signer', 'nobody', 'an address')
    else signed.push({ epoch, program, id, account, cumulative, deadline, signer })
  }
  return signed
}

/** @param id the program's @returns null: the signature gives no address */
export function signerOf(
  { account, cumulative, deadline, signature }: PublishedVoucher,
  id: bigint,
  { world, rewardVouchers }: VoucherPlace,
): Promise<Address | null> {
  return recoverTypedDataAddress({
    domain: voucherDomain(world.terms.chainId, rewardVouchers),
    types: VOUCHER_TYPES,
    primaryType: 'Voucher',
    message: { program: id, account, cumulative, deadline },
    signature,
  }).then(
    (address) => address.toLowerCase() as Address,
    () => null,
  )
}
