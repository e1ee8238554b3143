/** Checks a node's answers before they are used. */
import { toRlp, type Hex } from 'viem'
import { NodeFaultError } from './fault.ts'
import { keccak } from './keccak.ts'

/** A log from a node, with a checked shape. */
export type RawLog = {
  /** lowercase */
  address: string
  blockHash: string
  blockNumber: number
  logIndex: number
  transactionHash: string
  topics: string[]
  data: string
  /** time of the block, unix seconds; only if the node gives it */
  blockTimestamp?: number
}

export type Header = {
  number: number
  hash: string
  parentHash: string
  /** unix seconds */
  timestamp: number
  /** whether the hash was computed from the fields; false: the node named the hash, because this program does not know all fields */
  isComputed: boolean
}

const HASH = /^0x[0-9a-f]{64}$/
const WORD_DATA = /^0x(?:[0-9a-f]{64})*$/

/** The EVM's log instructions write 0 to 4 topics. */
const MOST_TOPICS = 4

type Fields = Record<string, unknown>

function wrong(what: string): never {
  throw new NodeFaultError('wrong', what)
}
function hash(value: unknown, what: string): string {
  return typeof value === 'string' && HASH.test(value) ? value : wrong(`${what} is no hash`)
}
function quantity(value: unknown, what: string): number {
  const number =
    typeof value === 'string' && /^0x[0-9a-f]{1,13}$/.test(value) ? Number.parseInt(value, 16) : NaN
  return Number.isSafeInteger(number) ? number : wrong(`${what} is no quantity`)
}

/**
 * @throws NodeFaultError `behind` if the node has no such block; `wrong` for any value that is not a block's header; `forged` if all
 * fields are known and do not hash to the named hash
 */
export function readHeader(value: unknown): Header {
  if (value === null) throw new NodeFaultError('behind', 'the node does not have the block')
  if (typeof value !== 'object') return wrong('a header is not an object')
  const fields = value as Fields
  const number = quantity(fields.number, 'a block number')
  const named = hash(fields.hash, 'a block hash')
  const computed = headerHash(fields)
  if (computed !== named && !hasUnknownField(fields)) {
    if (computed === null) return wrong(`the header of block ${number} lacks fields`)
    throw new NodeFaultError(
      'forged',
      `the node gives block ${number} the hash ${named}, but its header hashes to ${computed}`,
    )
  }
  return {
    number,
    hash: named,
    parentHash: hash(fields.parentHash, 'a parent hash'),
    timestamp: quantity(fields.timestamp, 'a timestamp'),
    isComputed: computed === named,
  }
}

/** @throws NodeFaultError `wrong` for any value that is not a list of mined logs */
export function readLogs(value: unknown): RawLog[] {
  if (!Array.isArray(value)) return wrong('logs are not a list')
  const logs: RawLog[] = []
  for (const entry of value as unknown[]) logs.push(readLog(entry, logs.at(-1)))
  return logs
}

/** @param before the previous log of the answer. A text that equals the same field of this log needs no second check */
function readLog(entry: unknown, before: RawLog | undefined): RawLog {
  if (entry === null || typeof entry !== 'object') return wrong('a log is not an object')
  const fields = entry as Fields
  const { data, address, blockHash } = fields
  if (fields.removed === true) return wrong('a log was removed')
  if (!Array.isArray(fields.topics) || fields.topics.length > MOST_TOPICS)
    return wrong('topics are not a list of at most four')
  const topics: string[] = []
  for (const topic of fields.topics as unknown[])
    topics.push(sameText(before?.topics[topics.length], topic) ?? hash(topic, 'a topic'))
  if (typeof data !== 'string' || !WORD_DATA.test(data)) return wrong('log data is no row of words')
  return {
    address: sameText(before?.address, address) ?? readAddress(address),
    blockHash: sameText(before?.blockHash, blockHash) ?? hash(blockHash, 'a log’s block hash'),
    blockNumber: quantity(fields.blockNumber, 'a log’s block number'),
    logIndex: quantity(fields.logIndex, 'a log’s index'),
    transactionHash: hash(fields.transactionHash, 'a log’s transaction hash'),
    topics,
    data,
    // Some nodes give 0 if they do not know the time.
    ...(typeof fields.blockTimestamp === 'string' &&
      fields.blockTimestamp !== '0x0' && {
        blockTimestamp: quantity(fields.blockTimestamp, 'a log’s block timestamp'),
      }),
  }
}

/** @returns the checked text if the value is the same; otherwise null */
function sameText(checked: string | undefined, value: unknown): string | null {
  return checked !== undefined && value === checked ? checked : null
}

function readAddress(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : wrong('a log has no address')
}

/** The fields in the order of the hash, by the nodes' names for them. */
const FIELDS = [
  ['parentHash', 'bytes'],
  ['sha3Uncles', 'bytes'],
  ['miner', 'bytes'],
  ['stateRoot', 'bytes'],
  ['transactionsRoot', 'bytes'],
  ['receiptsRoot', 'bytes'],
  ['logsBloom', 'bytes'],
  ['difficulty', 'quantity'],
  ['number', 'quantity'],
  ['gasLimit', 'quantity'],
  ['gasUsed', 'quantity'],
  ['timestamp', 'quantity'],
  ['extraData', 'bytes'],
  ['mixHash', 'bytes'],
  ['nonce', 'bytes'],
] as const

/**
 * Fields that later versions of the protocol append. A missing field at the end is left out. A missing field before a present field is
 * hashed as empty.
 */
const LATER_FIELDS = [
  ['baseFeePerGas', 'quantity'],
  ['withdrawalsRoot', 'bytes'],
  ['blobGasUsed', 'quantity'],
  ['excessBlobGas', 'quantity'],
  ['parentBeaconBlockRoot', 'bytes'],
  ['requestsHash', 'bytes'],
] as const

/** Nodes also give these fields, which are not hashed. */
const UNHASHED = 'hash size totalDifficulty transactions uncles withdrawals milliTimestamp'.split(' ')
const KNOWN: ReadonlySet<string> = new Set([
  ...FIELDS.map(([name]) => name),
  ...LATER_FIELDS.map(([name]) => name),
  ...UNHASHED,
])

/** Whether a node gives a field that this program does not know. A hard fork may have added the field, and it may be hashed. */
function hasUnknownField(header: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(header).some(([name, value]) => !KNOWN.has(name) && value !== null)
}

const EMPTY: Hex = '0x'
const HEX = /^0x[0-9a-f]*$/

type Kind = 'bytes' | 'quantity'

/**
 * A block's hash, computed from its header: keccak256 of the RLP list of its fields (Ethereum's yellow paper, section 4.4;
 * EIP-1559, 4895, 4844, 4788 and 7685 append one or two fields each). BNB Smart Chain hashes the same list.
 * @returns null if a field is missing or not hex, because such a header has no hash
 */
export function headerHash(header: Readonly<Record<string, unknown>>): string | null {
  const list: Hex[] = []
  for (const [name, kind] of FIELDS) {
    const item = itemOf(header[name], kind)
    if (item === null) return null
    list.push(item)
  }
  const later = LATER_FIELDS.map(([name, kind]) =>
    header[name] === undefined || header[name] === null ? undefined : itemOf(header[name], kind),
  )
  if (later.includes(null)) return null
  const present = later.findLastIndex((item) => item !== undefined) + 1
  for (const item of later.slice(0, present)) list.push(item ?? EMPTY)
  return keccak(toRlp(list, 'bytes'))
}

/** A quantity is hashed as its bytes without leading zeros. */
function itemOf(value: unknown, kind: Kind): Hex | null {
  if (typeof value !== 'string' || !HEX.test(value)) return null
  if (kind === 'bytes') return value.length % 2 === 0 ? (value as Hex) : null
  const digits = value.slice(2).replace(/^0+/, '')
  return `0x${digits.length % 2 === 0 ? digits : `0${digits}`}`
}
