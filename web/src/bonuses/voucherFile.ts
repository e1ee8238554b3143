/**
 * Vouchers as a file: the file `vouchers.json` of `operator export` with the vouchers of many accounts, or a file that this app saved with
 * one account's vouchers. A voucher has a nonce and two signatures. The contract checks them before a voucher replaces another voucher
 * (voucherTrial.ts).
 */
import type { VoucherAnswer } from '@galx/protocol/http/bonuses'
import type { PublicVoucher } from '@galx/protocol/http/vouchers'
import type { ProgramKey } from '@galx/protocol/products'
import type { KnownBonuses } from './knownBonuses.ts'

/**
 * `notVouchers`: the text is not a list of vouchers; `noneOfAccount`: no voucher is for the account and for a program of this chain;
 * `refused`: the contract refuses the vouchers that would replace a known voucher.
 */
type Reason = 'notVouchers' | 'noneOfAccount' | 'refused'

export class VoucherFileError extends Error {
  readonly reason: Reason
  constructor(reason: Reason) {
    super(reason)
    this.reason = reason
  }
}

type Found = PublicVoucher

function isVoucher(value: unknown): value is Found {
  if (typeof value !== 'object' || value === null) return false
  const { program, programId, account, cumulative, deadline, signersNonce, signature, coSignature } =
    value as Record<string, unknown>
  const address = (text: unknown) => typeof text === 'string' && /^0x[0-9a-f]{40}$/i.test(text)
  const signed = (text: unknown) =>
    typeof text === 'string' && /^0x([0-9a-f]{128}|[0-9a-f]{130})$/i.test(text)
  const number = (text: unknown) => typeof text === 'string' && /^\d{1,78}$/.test(text)
  return (
    typeof program === 'string' &&
    number(programId) &&
    number(cumulative) &&
    Number.isSafeInteger(deadline) &&
    address(account) &&
    Number.isSafeInteger(signersNonce) &&
    (signersNonce as number) > 0 &&
    signed(signature) &&
    signed(coSignature)
  )
}

/** The total granted sum, wei. Null if the server does not know the sum: the true sum may then exceed the voucher's sum. */
function atLeast(known: { cumulative: string | null } | undefined, voucher: string): string | null {
  if (known === undefined) return voucher
  if (known.cumulative === null) return null
  return BigInt(known.cumulative) > BigInt(voucher) ? known.cumulative : voucher
}

/** Whether the voucher grants more than `other`, or the same sum for a longer time. The server signs a voucher again before the voucher expires. */
function isBetter(one: Terms, other: Terms): boolean {
  const [grants, others] = [BigInt(one.cumulative), BigInt(other.cumulative)]
  return grants > others || (grants === others && one.deadline > other.deadline)
}

type Terms = Pick<Found, 'cumulative' | 'deadline'>

/**
 * The account's vouchers in a file.
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
  const own = (list as Found[]).filter(
    (one) => one.account.toLowerCase() === account && programs[one.program] === one.programId,
  )
  if (own.length === 0) throw new VoucherFileError('noneOfAccount')
  return own
}

/** The most vouchers of a program that are tried on the chain: a file may hold any number of vouchers. */
const MOST_TRIALS = 20

/**
 * Adds the vouchers to the account's known bonuses. For each program, takes the voucher with the highest grant, then the latest deadline, among
 * the vouchers that the contract does not refuse. If the contract refuses all, the known voucher stays; without a known voucher, the best is taken.
 * @param isRefused whether the contract refuses a voucher
 * @throws VoucherFileError `refused`, if the contract refuses every voucher of the file that is better than a known voucher
 */
export async function withVouchers(
  known: KnownBonuses | undefined,
  account: string,
  vouchers: readonly Found[],
  isRefused: (programId: string, voucher: VoucherAnswer) => Promise<boolean>,
): Promise<KnownBonuses> {
  const programs = new Map((known?.programs ?? []).map((one) => [one.program, one]))
  const found = new Map<ProgramKey, Found[]>()
  for (const one of vouchers) found.set(one.program, [...(found.get(one.program) ?? []), one])
  let refused = 0
  for (const [program, list] of found) {
    const { programId } = list[0] as Found
    const before = programs.get(program)
    const brought = list.map(
      ({ cumulative, deadline, signersNonce, signature, coSignature }): VoucherAnswer => ({
        cumulative,
        deadline,
        signersNonce,
        signature,
        coSignature,
      }),
    )
    // Among equally good vouchers, the file's voucher comes first, because the person chose the file.
    const ranked = [...brought, ...(before?.voucher ? [before.voucher] : [])].sort(byRank)
    const good = await firstGood(ranked.slice(0, MOST_TRIALS), (one) => isRefused(programId, one))
    const voucher = good ?? before?.voucher ?? (ranked[0] as VoucherAnswer)
    if (voucher === before?.voucher) {
      if (ranked[0] !== voucher) refused += 1
      continue
    }
    programs.set(program, {
      program,
      programId,
      cumulative: atLeast(before, voucher.cumulative),
      epoch: before?.epoch ?? null,
      voucher,
    })
  }
  if (refused === found.size) throw new VoucherFileError('refused')
  return {
    address: account,
    settled: known?.settled ?? null,
    late: known?.late ?? null,
    asOf: known?.asOf ?? null,
    programs: [...programs.values()],
  }
}

function byRank(one: Terms, other: Terms): number {
  return isBetter(one, other) ? -1 : isBetter(other, one) ? 1 : 0
}

/** Tries the vouchers one after the other. Usually the contract accepts the first. */
async function firstGood(
  ranked: readonly VoucherAnswer[],
  isRefused: (voucher: VoucherAnswer) => Promise<boolean>,
): Promise<VoucherAnswer | undefined> {
  for (const voucher of ranked) if (!(await isRefused(voucher))) return voucher
  return undefined
}

/** The account's vouchers as the text of a file; null if no voucher is signed. */
export function voucherFileText({ address, programs }: KnownBonuses): string | null {
  const list = programs.flatMap(({ program, programId, voucher }): Found[] =>
    voucher === null ? [] : [{ program, programId, account: address, ...voucher }],
  )
  return list.length === 0 ? null : `${JSON.stringify(list, null, 1)}\n`
}
