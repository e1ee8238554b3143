/**
 * A block's hash, computed from its header: keccak256 of the RLP list of its fields (Ethereum's yellow paper, section 4.4;
 * EIP-1559, 4895, 4844, 4788 and 7685 append one or two fields each). BNB Smart Chain hashes the same list.
 */
import { toRlp, type Hex } from 'viem'
import { keccak } from './keccak.ts'

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
export function hasUnknownField(header: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(header).some(([name, value]) => !KNOWN.has(name) && value !== null)
}

const EMPTY: Hex = '0x'
const HEX = /^0x[0-9a-f]*$/

type Kind = 'bytes' | 'quantity'

/** @returns null if a field is missing or not hex, because such a header has no hash */
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
