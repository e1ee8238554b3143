/** JSON in bytes that is written plainly: without spaces, and without escapes in its strings. */

export const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c] as const
export const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d] as const
const [ZERO, LETTER_X, FIRST_PRINTED] = [0x30, 0x78, 0x20] as const

/** More than any digit's value, and a bit that none of them has. */
export const NO_DIGIT = 16
/** The value of each lowercase hex digit; NO_DIGIT for all other characters. */
export const VALUE_OF = new Uint8Array(256).fill(NO_DIGIT)
for (const [value, digit] of [...'0123456789abcdef'].entries()) VALUE_OF[digit.charCodeAt(0)] = value

/** @returns the place behind the string that begins at `at`; -1 where none does, or one that is not plain */
export function endOfPlainString(bytes: Buffer, at: number): number {
  if (bytes[at] !== QUOTE) return -1
  for (let next = at + 1; next < bytes.length; next += 1) {
    const code = bytes[next]!
    if (code === QUOTE) return next + 1
    if (code === BACKSLASH || code < FIRST_PRINTED) return -1
  }
  return -1
}

/** Whether `text` stands at `at`. */
export function isAt(bytes: Buffer, at: number, text: Buffer): boolean {
  for (let index = 0; index < text.length; index += 1) if (bytes[at + index] !== text[index]) return false
  return true
}

/** Whether the bytes at two places are the same. */
export function isSame(bytes: Buffer, at: number, other: number, length: number): boolean {
  for (let index = 0; index < length; index += 1) if (bytes[at + index] !== bytes[other + index]) return false
  return true
}

/** @returns whether `0x` and `digits` lowercase hex digits begin at `at`, as far as there are bytes: what stands behind them is the caller's to look at */
export function isHex(bytes: Buffer, at: number, digits: number): boolean {
  if (bytes[at] !== ZERO || bytes[at + 1] !== LETTER_X) return false
  let seen = 0
  for (let next = at + 2; next < at + 2 + digits; next += 1) seen |= VALUE_OF[bytes[next]!]!
  return seen < NO_DIGIT
}

/** As `isHex`; what begins there has been copied. */
export function copyHex(bytes: Buffer, at: number, digits: number, into: Buffer, to: number): boolean {
  if (bytes[at] !== ZERO || bytes[at + 1] !== LETTER_X) return false
  into[to] = ZERO
  into[to + 1] = LETTER_X
  let seen = 0
  for (let next = at + 2; next < at + 2 + digits; next += 1) {
    const code = bytes[next]!
    seen |= VALUE_OF[code]!
    into[to + next - at] = code
  }
  return seen < NO_DIGIT
}
