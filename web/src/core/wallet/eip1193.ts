/** EIP-1193 as wallets in the field implement it: the request function and, nearly always, events. */
export type Eip1193Provider = {
  request(call: { method: string; params?: readonly unknown[] | object }): Promise<unknown>
  on?(event: string, listener: (payload: never) => void): unknown
  removeListener?(event: string, listener: (payload: never) => void): unknown
}

/** The user declined. */
export const USER_REFUSED = 4001

/** The numeric code of a wallet's error, wherever the wallet put it; null without one. */
export function errorCode(error: unknown): number | null {
  let current: unknown = error
  for (let depth = 0; depth < 4 && typeof current === 'object' && current !== null; depth += 1) {
    const { code, data, originalError, cause } = current as Record<string, unknown>
    // ethers and some wallets say it in words
    if (code === 'ACTION_REJECTED') return USER_REFUSED
    if (typeof code === 'number') return code
    if (typeof code === 'string' && /^-?\d+$/.test(code)) return Number(code)
    current = originalError ?? cause ?? data
  }
  return null
}

/** A request of the same kind is open in the wallet already; it takes no second one. */
const REQUEST_PENDING = -32002

/** Whether the wallet still waits for the person's answer to an earlier request. */
export function isPending(error: unknown): boolean {
  return errorCode(error) === REQUEST_PENDING
}

/** Whether the user refused, as opposed to something having failed. */
export function isRefusal(error: unknown): boolean {
  return errorCode(error) === USER_REFUSED
}
