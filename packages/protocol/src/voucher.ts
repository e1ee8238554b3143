/**
 * Vouchers of RewardVouchers: the EIP-712 typed data that signer and co-signer sign, and the contract's form of signatures.
 * Shared by server, web and tools.
 */
import type { Address, Hex } from 'viem'
import { hashTypedData, numberToHex, recoverAddress } from 'viem/utils'

/** The sum of a program's grants to an account; see `IRewardVouchers.Voucher`. */
export type Voucher = {
  /** the contract's program id; opaque */
  readonly program: bigint
  /** receives the payment, no matter who submits the voucher */
  readonly account: Address
  /** wei, the sum of all time; drawn amounts count towards it */
  readonly cumulative: bigint
  /** the last unix second of the voucher's validity */
  readonly deadline: bigint
  /** the contract's nonce at signing: each change of the signer or co-signer increments it and voids all vouchers */
  readonly signersNonce: bigint
}

/** The short form of EIP-2098. */
export type VoucherSignature = {
  readonly r: Hex
  /** s, with a highest bit of 1 if v is 28 */
  readonly vs: Hex
}

/** A voucher for `claim` and `claimMany`. Both signatures are of the same digest. */
export type SignedVoucher = {
  readonly signature: VoucherSignature
  readonly coSignature: VoucherSignature
} & Voucher

export const VOUCHER_TYPES = {
  Voucher: [
    { name: 'program', type: 'uint256' },
    { name: 'account', type: 'address' },
    { name: 'cumulative', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'signersNonce', type: 'uint256' },
  ],
} as const

/** @param verifyingContract RewardVouchers on that chain */
export function voucherDomain(chainId: number, verifyingContract: Address) {
  return { name: 'GALX RewardVouchers', version: '1', chainId, verifyingContract } as const
}

/** The argument of viem's `signTypedData`, `hashTypedData` and `recoverTypedDataAddress`. */
export function voucherTypedData(chainId: number, verifyingContract: Address, voucher: Voucher) {
  const { program, account, cumulative, deadline, signersNonce } = voucher
  return {
    domain: voucherDomain(chainId, verifyingContract),
    types: VOUCHER_TYPES,
    primaryType: 'Voucher',
    message: { program, account, cumulative, deadline, signersNonce },
  } as const
}

/**
 * The addresses that signed the voucher, lower case. null: RewardVouchers refuses the form of the signature, or it gives no address.
 * @param verifyingContract RewardVouchers on that chain
 */
export async function voucherSigners(
  chainId: number,
  verifyingContract: Address,
  voucher: Voucher,
  { signature, coSignature }: { signature: string; coSignature: string },
): Promise<{ signer: Address | null; coSigner: Address | null }> {
  const hash = hashTypedData(voucherTypedData(chainId, verifyingContract, voucher))
  const signerOf = async (signed: string) => {
    try {
      const { r, vs } = voucherSignature(signed as Hex)
      const [s, yParity] = [BigInt.asUintN(255, BigInt(vs)), Number(BigInt(vs) >> 255n)]
      const address = await recoverAddress({
        hash,
        signature: { r, s: numberToHex(s, { size: 32 }), yParity },
      })
      return address.toLowerCase() as Address
    } catch {
      return null
    }
  }
  const [signer, coSigner] = await Promise.all([signerOf(signature), signerOf(coSignature)])
  return { signer, coSigner }
}

const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** @throws RangeError for a signature that the contract would refuse; see `voucherSignature` */
export function signedVoucher(voucher: Voucher, signature: Hex, coSignature: Hex): SignedVoucher {
  const { program, account, cumulative, deadline, signersNonce } = voucher
  return {
    program,
    account,
    cumulative,
    deadline,
    signersNonce,
    signature: voucherSignature(signature),
    coSignature: voucherSignature(coSignature),
  }
}

/**
 * @param signature 65 bytes `r s v` with v 27, 28, 0 or 1, or 64 bytes `r vs`
 * @throws RangeError for a signature of another form, or with s in the upper half of the order
 */
function voucherSignature(signature: Hex): VoucherSignature {
  if (!/^0x([0-9a-f]{128}|[0-9a-f]{130})$/i.test(signature))
    throw new RangeError(`A voucher's signature has 64 or 65 bytes, not "${signature}"`)
  const r: Hex = `0x${signature.slice(2, 66)}`
  const second = BigInt(`0x${signature.slice(66, 130)}`)
  const short = signature.length === 130
  const s = short ? BigInt.asUintN(255, second) : second
  if (s > HALF_ORDER) throw new RangeError("A voucher's signature has its s in the lower half of the order")
  const parity = short ? second >> 255n : yParity(signature.slice(130))
  const vs = s | (parity << 255n)
  return { r, vs: `0x${vs.toString(16).padStart(64, '0')}` }
}

function yParity(v: string): bigint {
  const value = Number.parseInt(v, 16)
  if (value === 27 || value === 0) return 0n
  if (value === 28 || value === 1) return 1n
  throw new RangeError(`A voucher's signature ends with v 27 or 28, not ${value}`)
}
