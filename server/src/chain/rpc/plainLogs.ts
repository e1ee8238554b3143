/**
 * Logs read from a node's bytes as they are, without the objects that `JSON.parse` makes. Only what is written plainly is read here: no spaces, no escapes,
 * each field once, addresses in lowercase. All else is left to `readLogs` (shapes.ts), whose rules these are: a log that it refuses is not read here either.
 */
import { LogWriter, WORD, type LogTable } from './logTable.ts'
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  NO_DIGIT,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  VALUE_OF,
  copyHex,
  endOfPlainString,
  isAt,
  isHex,
  isSame,
} from './plainJson.ts'
import { MOST_TOPICS } from './shapes.ts'

/** Digits that a quantity has at most. It is exact as a number. */
const MOST_DIGITS = 13
/** Characters of an address. */
const ADDRESS = 42

/** Fields as they are written. */
const NAME = {
  address: Buffer.from('"address":'),
  blockHash: Buffer.from('"blockHash":'),
  blockNumber: Buffer.from('"blockNumber":'),
  data: Buffer.from('"data":'),
  logIndex: Buffer.from('"logIndex":'),
  removed: Buffer.from('"removed":'),
  topics: Buffer.from('"topics":'),
  transactionHash: Buffer.from('"transactionHash":'),
}
const FALSE = Buffer.from('false')
const LITERALS = [FALSE, Buffer.from('true'), Buffer.from('null')]

/** Fields of a log, each a bit. All but the last must be there. */
const [ADDRESS_SEEN, BLOCK_HASH_SEEN, BLOCK_NUMBER_SEEN, DATA_SEEN] = [1, 2, 4, 8]
const [INDEX_SEEN, TOPICS_SEEN, TRANSACTION_SEEN, REMOVED_SEEN] = [16, 32, 64, 128]
const ALL_SEEN = 127

/** Of a list: its first log among all, the one behind its last, and the place behind it in the bytes. */
export type PlainList = { first: number; last: number; end: number }

/**
 * The lists of logs in one answer, which may hold many: all have one table, so that they take no more memory than the answer.
 * Each method that says whether something was plain has read what begins at `#at` and gone behind it.
 */
export class PlainLogs {
  readonly #bytes: Buffer
  readonly #logs: LogWriter
  #at = 0
  // Of the log that is being read, as `LogWriter.addNumbers` takes them.
  #block = 0
  #index = 0
  #address = 0
  #blockHash = 0
  #transactionAt = 0
  #topicsAt = 0
  #topics = 0
  #dataAt = 0
  #data = 0
  /** where the last address and the last block hash were written, which most logs repeat; -1: there is none yet */
  #addressBefore = -1
  #blockHashBefore = -1

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    // Each text is copied once, or is not needed.
    this.#logs = new LogWriter(bytes.length)
  }

  /** @param start where the list begins @returns null for what is not plain */
  read(start: number): PlainList | null {
    this.#at = start
    const first = this.#logs.length
    return this.#list() ? { first, last: this.#logs.length, end: this.#at } : null
  }

  /** Once all lists have been read. */
  table({ first, last }: PlainList): LogTable {
    return this.#logs.table(first, last)
  }

  #list(): boolean {
    if (!this.#character(OPEN_LIST)) return false
    if (this.#character(CLOSE_LIST)) return true
    do if (!this.#log()) return false
    while (this.#character(COMMA))
    return this.#character(CLOSE_LIST)
  }

  #character(code: number): boolean {
    if (this.#bytes[this.#at] !== code) return false
    this.#at += 1
    return true
  }

  #log(): boolean {
    if (!this.#character(OPEN_OBJECT)) return false
    let seen = 0
    do {
      const field = this.#field()
      if (field < 0 || (seen & field) !== 0) return false
      seen |= field
    } while (this.#character(COMMA))
    if ((seen & ALL_SEEN) !== ALL_SEEN || !this.#character(CLOSE_OBJECT)) return false
    this.#logs.addNumbers(
      this.#block,
      this.#index,
      this.#address,
      this.#blockHash,
      this.#transactionAt,
      this.#topicsAt,
      this.#topics,
      this.#dataAt,
      this.#data,
    )
    return true
  }

  /** @returns which field it was; 0 for one that nobody needs, -1 for one that is not plain */
  #field(): number {
    if (this.#written(NAME.address)) return this.#readAddress() ? ADDRESS_SEEN : -1
    if (this.#written(NAME.topics)) return this.#readTopics() ? TOPICS_SEEN : -1
    if (this.#written(NAME.data)) return this.#readData() ? DATA_SEEN : -1
    if (this.#written(NAME.blockNumber)) {
      this.#block = this.#quantity()
      return this.#block < 0 ? -1 : BLOCK_NUMBER_SEEN
    }
    if (this.#written(NAME.transactionHash)) {
      this.#transactionAt = this.#logs.end
      return this.#copiedWord() ? TRANSACTION_SEEN : -1
    }
    if (this.#written(NAME.blockHash)) return this.#readBlockHash() ? BLOCK_HASH_SEEN : -1
    if (this.#written(NAME.logIndex)) {
      this.#index = this.#quantity()
      return this.#index < 0 ? -1 : INDEX_SEEN
    }
    if (this.#written(NAME.removed)) return this.#written(FALSE) ? REMOVED_SEEN : -1
    return this.#otherField() ? 0 : -1
  }

  #written(text: Buffer): boolean {
    if (!isAt(this.#bytes, this.#at, text)) return false
    this.#at += text.length
    return true
  }

  #readAddress(): boolean {
    const bytes = this.#bytes
    const start = this.#at + 1
    if (this.#addressBefore < 0 || !isSame(bytes, start, this.#addressBefore, ADDRESS)) {
      if (!isHex(bytes, start, ADDRESS - 2)) return false
      this.#address = this.#logs.addressPlace(bytes.toString('latin1', start, start + ADDRESS))
      this.#addressBefore = start
    }
    return this.#quoted(ADDRESS)
  }

  #readBlockHash(): boolean {
    const bytes = this.#bytes
    const start = this.#at + 1
    if (this.#blockHashBefore < 0 || !isSame(bytes, start, this.#blockHashBefore, WORD)) {
      if (!isHex(bytes, start, WORD - 2)) return false
      this.#blockHash = this.#logs.blockHashPlace(bytes.toString('latin1', start, start + WORD))
      this.#blockHashBefore = start
    }
    return this.#quoted(WORD)
  }

  /** A string of so many characters, which have been looked at. */
  #quoted(length: number): boolean {
    const end = this.#at + length + 1
    if (this.#bytes[this.#at] !== QUOTE || this.#bytes[end] !== QUOTE) return false
    this.#at = end + 1
    return true
  }

  #copiedWord(): boolean {
    const logs = this.#logs
    if (!copyHex(this.#bytes, this.#at + 1, WORD - 2, logs.text, logs.end)) return false
    logs.end += WORD
    return this.#quoted(WORD)
  }

  #readTopics(): boolean {
    this.#topicsAt = this.#logs.end
    this.#topics = 0
    if (!this.#character(OPEN_LIST)) return false
    if (this.#character(CLOSE_LIST)) return true
    do {
      if (this.#topics === MOST_TOPICS || !this.#copiedWord()) return false
      this.#topics += 1
    } while (this.#character(COMMA))
    return this.#character(CLOSE_LIST)
  }

  #readData(): boolean {
    const bytes = this.#bytes
    const { text, end } = this.#logs
    const start = this.#at + 1
    if (!copyHex(bytes, start, 0, text, end)) return false
    let next = start + 2
    for (; VALUE_OF[bytes[next]!]! < NO_DIGIT; next += 1) text[end + next - start] = bytes[next]!
    const length = next - start
    if ((length - 2) % (WORD - 2) !== 0) return false
    this.#dataAt = end
    this.#data = length
    this.#logs.end = end + length
    return this.#quoted(length)
  }

  /** @returns -1 for what is none, or not plain */
  #quantity(): number {
    const bytes = this.#bytes
    const first = this.#at + 3
    if (!isHex(bytes, this.#at + 1, 1)) return -1
    let value = 0
    let next = first
    for (let digit; (digit = VALUE_OF[bytes[next]!]!) < NO_DIGIT; next += 1) value = value * 16 + digit
    if (next - first > MOST_DIGITS) return -1
    return this.#quoted(next - this.#at - 1) ? value : -1
  }

  /** A field that nobody needs. */
  #otherField(): boolean {
    const value = endOfPlainString(this.#bytes, this.#at)
    if (value < 0 || this.#bytes[value] !== COLON) return false
    this.#at = value + 1
    const end = endOfPlainString(this.#bytes, this.#at)
    if (end < 0) return LITERALS.some((literal) => this.#written(literal))
    this.#at = end
    return true
  }
}
