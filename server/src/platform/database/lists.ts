/**
 * Lists as PostgreSQL reads them: most of what the indexer sends. They are put together as bytes. A text that grows element by element would
 * leave more behind in memory than all else that the indexer does.
 */

/** Writes an element at a place where there is room for it. @returns the place behind it @throws TypeError for what is none of its kind */
type Write = (text: string, at: number) => number

/** Grows with the longest list, and is used by one list at a time. */
let bytes = Buffer.allocUnsafe(1 << 16)

/** What is written around an element at most: quotes, backslashes, a comma. */
const AROUND = 8
const [COMMA, QUOTE, BACKSLASH, MINUS] = [0x2c, 0x22, 0x5c, 0x2d]

/**
 * @param values null is PostgreSQL's null
 * @returns PostgreSQL's text of a list
 * @throws TypeError for an element that is none of its kind
 */
export function listOf(values: readonly (string | number | bigint | null)[], write: Write): string {
  let at = 1
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]!
    const text = value === null ? 'NULL' : String(value)
    if (bytes.length < at + text.length + AROUND) grow(at, text.length + AROUND)
    if (index > 0) bytes[at++] = COMMA
    at = value === null ? copy(text, at) : write(text, at)
  }
  bytes[0] = 0x7b
  bytes[at++] = 0x7d
  return bytes.toString('latin1', 0, at)
}

function grow(written: number, by: number): void {
  const larger = Buffer.allocUnsafe(2 * bytes.length + by)
  bytes.copy(larger, 0, 0, written)
  bytes = larger
}

/** @throws TypeError for what is not ASCII */
function copy(text: string, at: number): number {
  let allCodes = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    allCodes |= code
    bytes[at + index] = code
  }
  if (allCodes > 0x7f) throw new TypeError(`not ASCII: ${text.slice(0, 80)}`)
  return at + text.length
}

/** Digits, perhaps with a sign. */
export const writeWhole: Write = (text, at) => {
  const first = text.charCodeAt(0) === MINUS ? 1 : 0
  if (first === 1) bytes[at] = MINUS
  let isWhole = text.length > first
  for (let index = first; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    isWhole &&= code >= 0x30 && code <= 0x39
    bytes[at + index] = code
  }
  if (!isWhole) throw new TypeError(`not a whole number: ${text.slice(0, 80)}`)
  return at + text.length
}

/** Words that have been checked: the program has few. */
const words = new Set<string>()

/** A word of the program, never a caller's: ASCII without quotes and backslashes. */
export const writeWord: Write = (text, at) => {
  const end = copy(text, at + 1)
  if (!words.has(text)) {
    if (!/^[!#-[\]-~ ]*$/.test(text)) throw new TypeError(`not a word: ${text.slice(0, 80)}`)
    words.add(text)
  }
  bytes[at] = QUOTE
  bytes[end] = QUOTE
  return end + 1
}

/** `0x` and hex digits, as whole bytes. */
export const writeBytes: Write = (hex, at) => {
  // Within quotes a backslash is written as two, and the second takes the place of the zero.
  const written = bytes.write(hex, at + 2, hex.length, 'utf8')
  const end = at + 2 + written
  let isHex = written === hex.length && written % 2 === 0 && bytes[at + 2] === 0x30 && bytes[at + 3] === 0x78
  for (let place = at + 4; place < end; place += 1) isHex &&= HEX[bytes[place]!] === 1
  if (!isHex) throw new TypeError(`not 0x-hex bytes: ${hex.slice(0, 80)}`)
  bytes[at] = QUOTE
  bytes[at + 1] = BACKSLASH
  bytes[at + 2] = BACKSLASH
  bytes[end] = QUOTE
  return end + 1
}

/** 1 for each byte that is a hex digit. */
const HEX = new Uint8Array(256)
for (const digit of '0123456789abcdefABCDEF') HEX[digit.charCodeAt(0)] = 1
