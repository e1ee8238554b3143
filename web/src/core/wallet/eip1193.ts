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

/** A wallet's error and what it wraps: errors inside errors, and texts. */
function partsOf(error: unknown): unknown[] {
  const parts: unknown[] = []
  const visit = (part: unknown, depth: number) => {
    if (part === null || part === undefined || depth === 0) return
    parts.push(part)
    if (typeof part !== 'object') return
    const { message, originalError, cause, data, error: inner } = part as Record<string, unknown>
    for (const one of [message, originalError, cause, data, inner]) visit(one, depth - 1)
  }
  visit(error, 5)
  return parts
}

function codesOf(error: unknown): number[] {
  return partsOf(error).flatMap((part) => {
    const code = typeof part === 'object' ? (part as { code?: unknown }).code : null
    // ethers and some wallets say it in words
    if (code === 'ACTION_REJECTED') return USER_REFUSED
    if (typeof code === 'number') return code
    return typeof code === 'string' && /^-?\d+$/.test(code) ? Number(code) : []
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
const PENDING_WORDS = /already (pending|processing)/i

/** Whether the wallet still waits for the person's answer to an earlier request. */
export function isPending(error: unknown): boolean {
  return errorCode(error) === REQUEST_PENDING || isWorded(error, PENDING_WORDS)
}

/** WalletConnect: the user rejected */
const REJECTED = 5000
/** How wallets say it that give no code, or the code of an internal error: “User rejected the request.”, “cancelled”, “用户取消了操作”. */
const REFUSAL_WORDS = new RegExp(
  [
    String.raw`\buser[\s_-]*(?:has |have |was )?(?:rejec|den[iy]|cancel|declin|refus|disapprov|abort)`,
    String.raw`(?:rejected|denied|cancell?ed|declined|refused|aborted) by (?:the )?user`,
    String.raw`^\s*(?:(?:the )?(?:request|transaction|signature|signing)(?: (?:was|is))? )?(?:reject(?:ed)?|denied|cancel(?:l?ed)?|declined|refused)[.!]?\s*$`,
    '(?:用户|用戶).{0,3}(?:取消|拒绝|拒絕)|^(?:已)?(?:取消|拒绝|拒絕)$',
  ].join('|'),
  'i',
)

/** Whether the user refused, as opposed to something having failed. */
export function isRefusal(error: unknown): boolean {
  const codes = codesOf(error)
  return codes.includes(USER_REFUSED) || codes.includes(REJECTED) || isWorded(error, REFUSAL_WORDS)
}
