/** Reads the errors of wallets. Wallets agree neither on codes nor on words nor on forms. */

/** EIP-1193: the user declined. */
export const USER_REFUSED = 4001
/** Codes without a meaning: internal errors, and errors without a specific code. */
const GENERIC: readonly number[] = [-32603, -32000]

/** An error and all errors and texts that it wraps, at any depth; never null. */
export function partsOf(error: unknown, depth = 5): unknown[] {
  if (depth === 0 || !error) return []
  const { message, originalError, cause, data, error: inner } = error as Record<string, unknown>
  return [error, ...[message, originalError, cause, data, inner].flatMap((part) => partsOf(part, depth - 1))]
}

function codesOf(error: unknown): number[] {
  return partsOf(error).flatMap((part) => {
    const { code } = part as { code?: unknown }
    // ethers and some wallets give the code as a word
    if (code === 'ACTION_REJECTED') return USER_REFUSED
    return typeof code === 'number' || typeof code === 'string' ? Number(code) || [] : []
  })
}

/** The most specific numeric code of a wallet's error, at any depth; null without a code. */
export function errorCode(error: unknown): number | null {
  const codes = codesOf(error)
  return codes.find((code) => !GENERIC.includes(code)) ?? codes[0] ?? null
}

function isWorded(error: unknown, words: RegExp): boolean {
  return partsOf(error).some((part) => typeof part === 'string' && words.test(part))
}

/** A request of the same kind is already open in the wallet, which accepts no second request. */
const REQUEST_PENDING = -32002

/** Whether the wallet still waits for the person's answer to an earlier request. */
export function isPending(error: unknown): boolean {
  return errorCode(error) === REQUEST_PENDING || isWorded(error, /already (pending|processing)/i)
}

/** WalletConnect: the user rejected */
const REJECTED = 5000
/** The words of wallets that give no code, or the code of an internal error: “User rejected the request.”, “cancel”, “用户取消了操作”. */
const REFUSAL_WORDS =
  /user.{0,9}(rejec|den[iy]|cancel|decl|refus|abort|disap)|(rejected|denied|cancell?ed|declined) by (the )?user|^(request |transaction )?(rejected|denied|cancel(l?ed)?|declined)\W*$|用[户戶].{0,3}[取拒]|^已?[取拒]/i

/** Whether the user refused the request. False for every other failure. */
export function isRefusal(error: unknown): boolean {
  const codes = codesOf(error)
  if (codes.includes(USER_REFUSED) || codes.includes(REJECTED)) return true
  // A code of EIP-1193 or EIP-5792 takes precedence over the error's words.
  return !codes.some((code) => code > 4000 && code < 6000) && isWorded(error, REFUSAL_WORDS)
}
