/** EIP-1193 as wallets in the field implement it: the request function and, nearly always, events. */
export type Eip1193Provider = {
  request(call: { method: string; params?: readonly unknown[] | object }): Promise<unknown>
  on?(event: string, listener: (payload: never) => void): unknown
  removeListener?(event: string, listener: (payload: never) => void): unknown
}

/** The user declined. */
export const USER_REFUSED = 4001
/** Codes that say nothing: internal error, and whatever has no code of its own. */
const GENERIC: readonly number[] = [-32603, -32000]

/** An error and all that it wraps, however deep nodes and wallets have put it: errors and texts, never null. */
export function partsOf(error: unknown, depth = 5): unknown[] {
  if (depth === 0 || !error) return []
  const { message, originalError, cause, data, error: inner } = error as Record<string, unknown>
  return [error, ...[message, originalError, cause, data, inner].flatMap((part) => partsOf(part, depth - 1))]
}

function codesOf(error: unknown): number[] {
  return partsOf(error).flatMap((part) => {
    const { code } = part as { code?: unknown }
    // ethers and some wallets say it in words
    if (code === 'ACTION_REJECTED') return USER_REFUSED
    return typeof code === 'number' || typeof code === 'string' ? Number(code) || [] : []
  })
}

/** The numeric code of a wallet's error, wherever the wallet put it, and the one that says most; null without one. */
export function errorCode(error: unknown): number | null {
  const codes = codesOf(error)
  return codes.find((code) => !GENERIC.includes(code)) ?? codes[0] ?? null
}

function isWorded(error: unknown, words: RegExp): boolean {
  return partsOf(error).some((part) => typeof part === 'string' && words.test(part))
}

/** A request of the same kind is open in the wallet already; it takes no second one. */
const REQUEST_PENDING = -32002

/** Whether the wallet still waits for the person's answer to an earlier request. */
export function isPending(error: unknown): boolean {
  return errorCode(error) === REQUEST_PENDING || isWorded(error, /already (pending|processing)/i)
}

/** WalletConnect: the user rejected */
const REJECTED = 5000
/** How wallets say it that give no code, or the code of an internal error: “User rejected the request.”, “cancel”, “用户取消了操作”. */
const REFUSAL_WORDS =
  /user.{0,9}(rejec|den[iy]|cancel|decl|refus|abort|disap)|(rejected|denied|cancell?ed|declined) by (the )?user|^(request |transaction )?(rejected|denied|cancel(l?ed)?|declined)\W*$|用[户戶].{0,3}[取拒]|^已?[取拒]/i

/** Whether the user refused, as opposed to something having failed. */
export function isRefusal(error: unknown): boolean {
  const codes = codesOf(error)
  if (codes.includes(USER_REFUSED) || codes.includes(REJECTED)) return true
  // Codes of EIP-1193 and EIP-5792 have a meaning of their own, whatever words go with them.
  return !codes.some((code) => code > 4000 && code < 6000) && isWorded(error, REFUSAL_WORDS)
}
