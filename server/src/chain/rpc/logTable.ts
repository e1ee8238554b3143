/**
 * Logs as a table: numbers, and the characters of their texts, a byte each. An object for each log would be most of what reading a range costs; it is made
 * when somebody looks at the log, and forgotten. The columns can be handed from one thread to another.
 */
import type { RawLog } from './shapes.ts'

/** Gone through once or several times; each time perhaps as other objects. */
export type Logs = Iterable<RawLog> & { readonly length: number }

export type LogColumns = {
  /** the contracts that the logs are of, lowercase */
  addresses: readonly string[]
  blockHashes: readonly string[]
  /** `PER_LOG` numbers of each log */
  numbers: Float64Array
  /** the characters of transaction hashes, topics and data; the topics of a log one behind the other */
  text: Uint8Array
}

/** What each of a log's numbers says: which of the addresses, which of the hashes, where its texts begin, how many they are. */
const [BLOCK, INDEX, ADDRESS, BLOCK_HASH, TRANSACTION_AT, TOPICS_AT, TOPICS, DATA_AT, DATA] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
] as const
const PER_LOG = 9
/** Characters of a hash or a topic. */
export const WORD = 66

export class LogTable implements Logs {
  readonly length: number
  readonly columns: LogColumns
  readonly #text: Buffer

  constructor(columns: LogColumns) {
    this.columns = columns
    this.length = columns.numbers.length / PER_LOG
    const { buffer, byteOffset, byteLength } = columns.text
    this.#text = Buffer.from(buffer, byteOffset, byteLength)
  }

  blockNumber(row: number): number {
    return this.columns.numbers[row * PER_LOG + BLOCK]!
  }

  logIndex(row: number): number {
    return this.columns.numbers[row * PER_LOG + INDEX]!
  }

  blockHash(row: number): string {
    return this.columns.blockHashes[this.columns.numbers[row * PER_LOG + BLOCK_HASH]!]!
  }

  address(row: number): string {
    return this.columns.addresses[this.columns.numbers[row * PER_LOG + ADDRESS]!]!
  }

  topicCount(row: number): number {
    return this.columns.numbers[row * PER_LOG + TOPICS]!
  }

  /** @param place from 0, below `topicCount` */
  topic(row: number, place: number): string {
    const at = this.columns.numbers[row * PER_LOG + TOPICS_AT]! + place * WORD
    return this.#text.toString('latin1', at, at + WORD)
  }

  *[Symbol.iterator](): Generator<RawLog, void> {
    const { addresses, blockHashes, numbers } = this.columns
    // One text, whose parts are not copied.
    const { start, end } = extentOf(numbers)
    const text = this.#text.toString('latin1', start, end)
    for (let at = 0; at < numbers.length; at += PER_LOG) {
      const transaction = numbers[at + TRANSACTION_AT]! - start
      const data = numbers[at + DATA_AT]! - start
      const topics: string[] = []
      let topic = numbers[at + TOPICS_AT]! - start
      for (let count = numbers[at + TOPICS]!; count > 0; count -= 1)
        topics.push(text.slice(topic, (topic += WORD)))
      yield {
        address: addresses[numbers[at + ADDRESS]!]!,
        blockHash: blockHashes[numbers[at + BLOCK_HASH]!]!,
        blockNumber: numbers[at + BLOCK]!,
        logIndex: numbers[at + INDEX]!,
        transactionHash: text.slice(transaction, transaction + WORD),
        topics,
        data: text.slice(data, data + numbers[at + DATA]!),
      }
    }
  }

  /** @param rows in the order that the result has them. Where most are left out, the result does not keep their texts */
  select(rows: readonly number[]): LogTable {
    const numbers = new Float64Array(rows.length * PER_LOG)
    for (const [place, row] of rows.entries())
      numbers.set(this.columns.numbers.subarray(row * PER_LOG, (row + 1) * PER_LOG), place * PER_LOG)
    const selected = new LogTable({ ...this.columns, numbers })
    return 2 * rows.length < this.length ? LogTable.of(selected) : selected
  }

  static of(logs: Logs): LogTable {
    const writing = new LogWriter(lengthOf(logs))
    for (const log of logs) writing.add(log)
    return writing.table()
  }

  /** The logs of one table behind those of the other. */
  static joined(tables: readonly LogTable[]): LogTable {
    const [first, ...others] = tables.filter(({ length }) => length > 0)
    if (first === undefined) return LogTable.of([])
    if (others.length === 0) return first
    const { text } = first.columns
    if (others.some((other) => other.columns.text !== text))
      return LogTable.of([first, ...others].flatMap((table) => [...table]))
    // Parts of one table.
    const numbers = new Float64Array(
      [first, ...others].reduce((sum, { length }) => sum + length, 0) * PER_LOG,
    )
    let used = 0
    for (const { columns } of [first, ...others]) {
      numbers.set(columns.numbers, used)
      used += columns.numbers.length
    }
    return new LogTable({ ...first.columns, numbers })
  }
}

/** Where the texts of these logs lie. */
function extentOf(numbers: Float64Array): { start: number; end: number } {
  let start = numbers.length === 0 ? 0 : Infinity
  let end = 0
  for (let at = 0; at < numbers.length; at += PER_LOG) {
    const transaction = numbers[at + TRANSACTION_AT]!
    const topics = numbers[at + TOPICS_AT]!
    const data = numbers[at + DATA_AT]!
    start = Math.min(start, transaction, topics, data)
    end = Math.max(end, transaction + WORD, topics + numbers[at + TOPICS]! * WORD, data + numbers[at + DATA]!)
  }
  return { start, end }
}

function lengthOf(logs: Logs): number {
  let length = 0
  for (const { topics, data } of logs) length += WORD + topics.length * WORD + data.length
  return length
}

/** A table while it is written. First a log's texts are written into `text`, from `end` on, and `end` is moved behind them; then its numbers are added. */
export class LogWriter {
  readonly text: Buffer
  end = 0
  readonly #addresses = new Places()
  readonly #blockHashes = new Places()
  /** doubled when it is full */
  #numbers = new Float64Array(64 * PER_LOG)
  #used = 0
  #columns: Omit<LogColumns, 'numbers'> | null = null

  /** @param characters of all texts at most */
  constructor(characters: number) {
    // A pool's memory could not be handed to another thread.
    this.text = Buffer.allocUnsafeSlow(characters)
  }

  /** How many logs there are so far. */
  get length(): number {
    return this.#used / PER_LOG
  }

  add({ address, blockHash, blockNumber, logIndex, transactionHash, topics, data }: RawLog): void {
    const transactionAt = this.#write(transactionHash)
    const topicsAt = this.#write(topics.join(''))
    const dataAt = this.#write(data)
    this.addNumbers(
      blockNumber,
      logIndex,
      this.addressPlace(address),
      this.blockHashPlace(blockHash),
      transactionAt,
      topicsAt,
      topics.length,
      dataAt,
      data.length,
    )
  }

  /** @returns which of the addresses it is */
  addressPlace(value: string): number {
    return this.#addresses.of(value)
  }

  /** @returns which of the hashes it is */
  blockHashPlace(value: string): number {
    return this.#blockHashes.of(value)
  }

  /** @param address and `blockHash`: their places @param transactionAt where in `text` it begins; so `topicsAt` and `dataAt` @param data its length */
  addNumbers(
    block: number,
    logIndex: number,
    address: number,
    blockHash: number,
    transactionAt: number,
    topicsAt: number,
    topics: number,
    dataAt: number,
    data: number,
  ): void {
    const at = this.#used
    if (at === this.#numbers.length) {
      const larger = new Float64Array(2 * at)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    const numbers = this.#numbers
    numbers[at + BLOCK] = block
    numbers[at + INDEX] = logIndex
    numbers[at + ADDRESS] = address
    numbers[at + BLOCK_HASH] = blockHash
    numbers[at + TRANSACTION_AT] = transactionAt
    numbers[at + TOPICS_AT] = topicsAt
    numbers[at + TOPICS] = topics
    numbers[at + DATA_AT] = dataAt
    numbers[at + DATA] = data
    this.#used = at + PER_LOG
  }

  /** The logs from one to another, once all have been added. Tables of one writer share their columns. */
  table(first = 0, end = this.length): LogTable {
    this.#columns ??= {
      addresses: this.#addresses.values,
      blockHashes: this.#blockHashes.values,
      text: this.text.subarray(0, this.end),
    }
    return new LogTable({ ...this.#columns, numbers: this.#numbers.subarray(first * PER_LOG, end * PER_LOG) })
  }

  /** @returns where it begins */
  #write(characters: string): number {
    const at = this.end
    this.end += this.text.write(characters, at, 'latin1')
    return at
  }
}

/** Texts that come again and again, each by its place in a list. */
class Places {
  readonly values: string[] = []
  readonly #places = new Map<string, number>()

  of(value: string): number {
    let place = this.#places.get(value)
    if (place === undefined) {
      place = this.values.push(value) - 1
      this.#places.set(value, place)
    }
    return place
  }
}
