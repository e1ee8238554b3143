/**
 * Vouchers of RewardVouchers: the EIP-712 typed data that signer and co-signer sign, and the form in which the contract takes signatures.
 * Derived once for server, web and tools; nothing here needs more of viem than its types.
 */
import type { Address, Hex } from 'viem'

/** What a program has granted an account in all; see `IRewardVouchers.Voucher`. */
export type Voucher = {
  /** the contract's program id: opaque */
  readonly program: bigint
  /** is paid, no matter who submits */
  readonly account: Address
  /** wei, in all, ever: what was drawn counts towards it */
  readonly cumulative: bigint
  /** unix seconds, the last at which it is good */
  readonly deadline: bigint
  /** the contract's nonce at signing: each naming of a signer or co-signer raises it by one and voids all vouchers */
  readonly signersNonce: bigint
}

/** The short form of EIP-2098. */
export type VoucherSignature = {
  readonly r: Hex
  /** s, and in the highest bit whether v is 28 */
  readonly vs: Hex
}

/** A voucher as `claim` and `claimMany` take it. Both signatures are of the same digest. */
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

/** @param verifyingContract RewardVouchers of that chain */
export function voucherDomain(chainId: number, verifyingContract: Address) {
  return { name: 'GALX RewardVouchers', version: '1', chainId, verifyingContract } as const
}

/** What viem's `signTypedData`, `hashTypedData` and `recoverTypedDataAddress` take. */
export function voucherTypedData(chainId: number, verifyingContract: Address, voucher: Voucher) {
  const { program, account, cumulative, deadline, signersNonce } = voucher
  return {
    domain: voucherDomain(chainId, verifyingContract),
    types: VOUCHER_TYPES,
    primaryType: 'Voucher',
    message: { program, account, cumulative, deadline, signersNonce },
  } as const
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
 * @throws RangeError where the signature is neither, or where s is in the upper half of the order
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
