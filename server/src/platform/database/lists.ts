/**
 * Lists in PostgreSQL's text form, which are most of the data that the indexer sends. They are written as bytes: a text that grows element by element
 * would leave more garbage in memory than everything else in the indexer.
 */

/** Writes an element at `at`, where there is room. @returns the position after the element @throws TypeError for text of another kind */
type Write = (text: string, into: Buffer, at: number) => number

/** The largest number of bytes that are written around an element: quotes, backslashes, a comma. */
const AROUND = 8
const [COMMA, QUOTE, BACKSLASH, MINUS] = [0x2c, 0x22, 0x5c, 0x2d]
const NULL = 'NULL'

/**
 * A list that grows element by element. An emptied list keeps its memory for the next elements. The text is a parameter such as
 * `${list.text()}::text::bigint[]`.
 */
export class List {
  readonly #write: Write
  #bytes = Buffer.allocUnsafe(256)
  /** position after the written bytes, which include the first brace */
  #at = 1
  /** nulls since the last value, which are written before the next value */
  #nulls = 0

  constructor(write: Write) {
    this.#write = write
  }

  /** @param value null is PostgreSQL's null @throws TypeError for an element of another kind; the list then stays unchanged */
  add(value: string | number | bigint | null): void {
    if (value === null) {
      this.#nulls += 1
      return
    }
    const text = typeof value === 'string' ? value : String(value)
    if (this.#nulls > 0) this.#writeNulls()
    this.#makeRoom(text.length)
    const start = this.#at === 1 ? 1 : this.#at + 1
    const end = this.#write(text, this.#bytes, start)
    if (start > 1) this.#bytes[start - 1] = COMMA
    this.#at = end
  }

  /** The whole list. */
  text(): string {
    this.#writeNulls()
    return this.textToLastValue()
  }

  /**
   * The list without the nulls at its end, if `text` was not called before. For one of several columns in a select: `unnest` adds nulls up to
   * the length of the longest column. At least one column must be complete.
   */
  textToLastValue(): string {
    this.#makeRoom(0)
    this.#bytes[0] = 0x7b
    this.#bytes[this.#at] = 0x7d
    return this.#bytes.toString('latin1', 0, this.#at + 1)
  }

  empty(): void {
    this.#at = 1
    this.#nulls = 0
  }

  #writeNulls(): void {
    for (; this.#nulls > 0; this.#nulls -= 1) {
      this.#makeRoom(NULL.length)
      if (this.#at > 1) this.#bytes[this.#at++] = COMMA
      this.#at += this.#bytes.write(NULL, this.#at, 'latin1')
    }
  }

  #makeRoom(length: number): void {
    if (this.#bytes.length >= this.#at + length + AROUND) return
    const larger = Buffer.allocUnsafe(2 * this.#bytes.length + length)
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }
}

const lists = new Map<Write, List>()

/** @returns PostgreSQL's text of a list @throws TypeError for an element of another kind */
export function listOf(values: readonly (string | number | bigint | null)[], write: Write): string {
  let list = lists.get(write)
  if (list === undefined) lists.set(write, (list = new List(write)))
  list.empty()
  // By index, because an iterator would leave an object behind for each element.
  for (let index = 0; index < values.length; index += 1) list.add(values[index]!)
  return list.text()
}

/** @throws TypeError for a text that is not ASCII */
function copy(text: string, bytes: Buffer, at: number): number {
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
export const writeWhole: Write = (text, bytes, at) => {
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

/** Words that are already checked. The program has few. */
const words = new Set<string>()

/** A word of the program, never of a caller: ASCII without quotes and backslashes. */
export const writeWord: Write = (text, bytes, at) => {
  const end = copy(text, bytes, at + 1)
  if (!words.has(text)) {
    if (!/^[!#-[\]-~ ]*$/.test(text)) throw new TypeError(`not a word: ${text.slice(0, 80)}`)
    words.add(text)
  }
  bytes[at] = QUOTE
  bytes[end] = QUOTE
  return end + 1
}

/** `0x` and hex digits, as whole bytes. */
export const writeBytes: Write = (hex, bytes, at) => {
  // A backslash within quotes is written twice. The second backslash replaces the zero.
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
