/** Vouchers from a file: `vouchers.json` from `operator export`, or the file that the app saves. */
import { signedVoucher, type SignedVoucher } from '@galx/protocol/voucher'
import { isAddress, type Address, type Hex } from 'viem'

/** The text is not a list of vouchers. */
export class VoucherFileError extends Error {
  override name = 'VoucherFileError'
}

/** All vouchers of the file. @throws VoucherFileError */
export function readVoucherFile(text: string): SignedVoucher[] {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw new VoucherFileError('JSON')
  }
  if (!Array.isArray(list) || list.length === 0) throw new VoucherFileError('list')
  return list.map((one) => read(one))
}

/** For each account and program, the voucher with the newest nonce. Among equals: the largest grant, then the latest deadline. */
export function bestOf(vouchers: readonly SignedVoucher[]): SignedVoucher[] {
  const best = new Map<string, SignedVoucher>()
  for (const one of vouchers) {
    const key = `${one.account} ${one.program}`
    const other = best.get(key)
    if (other === undefined || isBetter(one, other)) best.set(key, one)
  }
  return [...best.values()]
}

/** The nonce decides first, because the contract does not pay a voucher with an older nonce. */
function isBetter(one: SignedVoucher, other: SignedVoucher): boolean {
  if (one.signersNonce !== other.signersNonce) return one.signersNonce > other.signersNonce
  if (one.cumulative !== other.cumulative) return one.cumulative > other.cumulative
  return one.deadline > other.deadline
}

function read(value: unknown): SignedVoucher {
  const { programId, account, cumulative, deadline, signersNonce, signature, coSignature } = (value ??
    {}) as Record<string, unknown>
  const decimal = (text: unknown) => typeof text === 'string' && /^\d{1,78}$/.test(text)
  const whole = (number: unknown): number is number =>
    typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
  if (
    !decimal(programId) ||
    !decimal(cumulative) ||
    !whole(deadline) ||
    !whole(signersNonce) ||
    typeof account !== 'string' ||
    !isAddress(account, { strict: false }) ||
    typeof signature !== 'string' ||
    typeof coSignature !== 'string'
  )
    throw new VoucherFileError('voucher')
  const voucher = {
    program: BigInt(programId as string),
    account: account.toLowerCase() as Address,
    cumulative: BigInt(cumulative as string),
    deadline: BigInt(deadline),
    signersNonce: BigInt(signersNonce),
  }
  try {
    return signedVoucher(voucher, signature as Hex, coSignature as Hex)
  } catch {
    throw new VoucherFileError('signature')
  }
}
