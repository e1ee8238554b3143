/**
 * Vouchers as a file: `vouchers.json` as `operator export` writes it, with the vouchers of many accounts, or an account's own as this app
 * saves it. Whether a signature is right says the contract, in the simulation before anything is signed.
 */
import type { PublicVoucher } from '@galx/protocol/http/vouchers'
import type { ProgramKey } from '@galx/protocol/products'
import type { KnownBonuses, KnownVoucher } from './knownBonuses.ts'

/** `notVouchers`: the text is no list of vouchers; `noneOfAccount`: none of them is of the account, or of a program of this chain. */
export class VoucherFileError extends Error {
  readonly reason: 'notVouchers' | 'noneOfAccount'
  constructor(reason: 'notVouchers' | 'noneOfAccount') {
    super(reason)
    this.reason = reason
  }
}

type Found = Pick<
  PublicVoucher,
  'program' | 'programId' | 'account' | 'cumulative' | 'deadline' | 'signature'
> &
  Pick<KnownVoucher, 'signer'>

function isVoucher(value: unknown): value is Found {
  if (typeof value !== 'object' || value === null) return false
  const { program, programId, account, cumulative, deadline, signer, signature } = value as Record<
    string,
    unknown
  >
  const address = (text: unknown) => typeof text === 'string' && /^0x[0-9a-f]{40}$/i.test(text)
  const number = (text: unknown) => typeof text === 'string' && /^\d{1,78}$/.test(text)
  return (
    typeof program === 'string' &&
    number(programId) &&
    number(cumulative) &&
    Number.isSafeInteger(deadline) &&
    address(account) &&
    (signer === undefined || address(signer)) &&
    typeof signature === 'string' &&
    /^0x([0-9a-f]{128}|[0-9a-f]{130})$/i.test(signature)
  )
}

/** Grants more than `other`, or the same for longer, as a voucher does that was signed again before it expired. */
function isBetter(one: Terms, other: Terms): boolean {
  const [grants, others] = [BigInt(one.cumulative), BigInt(other.cumulative)]
  return grants > others || (grants === others && one.deadline > other.deadline)
}

type Terms = Pick<Found, 'cumulative' | 'deadline'>

/**
 * The account's vouchers in a file; of several of one program the one that grants most, and for the longest.
 * @param programs ids by key, as configured
 * @throws VoucherFileError
 */
export function readVouchers(
  text: string,
  account: string,
  programs: Partial<Record<ProgramKey, string>>,
): Found[] {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw new VoucherFileError('notVouchers')
  }
  if (!Array.isArray(list) || list.length === 0 || !list.every(isVoucher))
    throw new VoucherFileError('notVouchers')
  const best = new Map<ProgramKey, Found>()
  for (const one of list as Found[]) {
    if (one.account.toLowerCase() !== account || programs[one.program] !== one.programId) continue
    const before = best.get(one.program)
    if (before === undefined || isBetter(one, before)) best.set(one.program, one)
  }
  if (best.size === 0) throw new VoucherFileError('noneOfAccount')
  return [...best.values()]
}

/** What is known of the account's bonuses with these vouchers: each takes the place of one that is no better. */
export function withVouchers(
  known: KnownBonuses | undefined,
  account: string,
  vouchers: readonly Found[],
): KnownBonuses {
  const programs = new Map((known?.programs ?? []).map((one) => [one.program, one]))
  for (const { program, programId, cumulative, deadline, signer, signature } of vouchers) {
    const before = programs.get(program)
    const granted = BigInt(before?.cumulative ?? 0)
    if (before?.voucher && isBetter(before.voucher, { cumulative, deadline })) continue
    programs.set(program, {
      program,
      programId,
      cumulative: granted > BigInt(cumulative) ? String(granted) : cumulative,
      epoch: before?.epoch ?? null,
      voucher: { cumulative, deadline, signer: signer?.toLowerCase(), signature },
    })
  }
  return {
    address: account,
    settled: known?.settled ?? null,
    late: known?.late ?? null,
    asOf: known?.asOf ?? null,
    programs: [...programs.values()],
  }
}

/** The account's vouchers as a file's text; null: none is signed. */
export function voucherFileText({ address, programs }: KnownBonuses): string | null {
  const list = programs.flatMap(({ program, programId, voucher }): Found[] =>
    voucher === null ? [] : [{ program, programId, account: address, ...voucher }],
  )
  return list.length === 0 ? null : `${JSON.stringify(list, null, 1)}\n`
}
