/** Headers of blocks. A header is accepted only if its fields hash to the block's hash. Its bloom filter excludes logs that are not in the block. */
import { keccak256, toRlp, type Hex } from 'viem'
import { AuditError, BlockMissingError } from '../events.ts'

export type CheckedHeader = {
  number: bigint
  hash: Hex
  parentHash: Hex
  /** unix seconds */
  timestamp: bigint
  bloom: Hex
  /** a field that this program does not know: the hash then cannot be computed and is the node's own claim */
  unknownField: string | null
}

/** The hashed fields, in order (Ethereum's yellow paper, 4.4). `#` marks numbers. */
const HASHED = [
  'parentHash',
  'sha3Uncles',
  'miner',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'logsBloom',
  '#difficulty',
  '#number',
  '#gasLimit',
  '#gasUsed',
  '#timestamp',
  'extraData',
  'mixHash',
  'nonce',
  // EIP-1559, 4895, 4844, 4788, 7685: appended fields, which a chain may lack
  '#baseFeePerGas',
  'withdrawalsRoot',
  '#blobGasUsed',
  '#excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
] as const
/** The index of the first field that a block may lack. */
const FIRST_OPTIONAL = 15
/** Further fields in nodes' answers, which are not part of the hash. */
const UNHASHED = [
  'hash',
  'size',
  'totalDifficulty',
  'transactions',
  'uncles',
  'withdrawals',
  'milliTimestamp',
]
const KNOWN: ReadonlySet<string> = new Set([...HASHED.map((name) => name.replace('#', '')), ...UNHASHED])

/**
 * @param block the answer of a node's eth_getBlockByNumber
 * @throws BlockMissingError if the node lacks the block; AuditError if a field is missing, if the block has another number, or if all fields
 * are known and do not hash to the given hash
 */
export function checkHeader(block: unknown, wanted: bigint, node: string): CheckedHeader {
  if (typeof block !== 'object' || block === null)
    throw new BlockMissingError(`${node} does not have block ${wanted}`)
  const fields = block as Readonly<Record<string, unknown>>
  const list = HASHED.map((name) => itemOf(fields, name))
  const length = list.findLastIndex((item) => item !== undefined) + 1
  const missing = list.slice(0, FIRST_OPTIONAL).indexOf(undefined)
  if (missing >= 0)
    throw new AuditError(`${node} gives block ${wanted} without its ${HASHED[missing]!.replace('#', '')}`)
  const hash = keccak256(
    toRlp(
      list.slice(0, length).map((item) => item ?? '0x'),
      'bytes',
    ),
  )
  const given = fields.hash as Hex
  const unknownField =
    given === hash
      ? null
      : (Object.keys(fields).find((name) => !KNOWN.has(name) && fields[name] !== null) ?? null)
  if (given !== hash && (unknownField === null || !/^0x[0-9a-f]{64}$/.test(given)))
    throw new AuditError(`${node} gives block ${wanted} the hash ${String(given)}; its header has ${hash}`)
  if (BigInt(fields.number as Hex) !== wanted)
    throw new AuditError(`${node} gives block ${BigInt(fields.number as Hex)} for ${wanted}`)
  return {
    number: wanted,
    hash: given,
    parentHash: fields.parentHash as Hex,
    timestamp: BigInt(fields.timestamp as Hex),
    bloom: fields.logsBloom as Hex,
    unknownField,
  }
}

/** Numbers are hashed without leading zeros. */
function itemOf(fields: Readonly<Record<string, unknown>>, name: string): Hex | undefined {
  const isNumber = name.startsWith('#')
  const value = fields[isNumber ? name.slice(1) : name]
  if (typeof value !== 'string' || !/^0x[0-9a-f]*$/.test(value)) return undefined
  if (!isNumber) return value.length % 2 === 0 ? (value as Hex) : undefined
  const digits = BigInt(value === '0x' ? '0x0' : value).toString(16)
  if (digits === '0') return '0x'
  return `0x${digits.length % 2 === 0 ? '' : '0'}${digits}`
}

/** By value: the bits that the value sets in a filter of 2048 bits. Cached, because a few values repeat. */
const bitsOf = new Map<string, readonly number[]>()
const REMEMBERED = 100_000

/** @returns false only if no log of the block has the value as its address or as a topic */
export function mayHold(bloom: Hex, value: Hex): boolean {
  let bits = bitsOf.get(value)
  if (!bits) {
    const hash = keccak256(value)
    bits = [2, 6, 10].map((offset) => Number.parseInt(hash.slice(offset, offset + 4), 16) % 2048)
    if (bitsOf.size >= REMEMBERED) bitsOf.clear()
    bitsOf.set(value, bits)
  }
  // Bit 0 is the lowest bit of the filter's last hex digit.
  return bits.every((bit) => (Number.parseInt(bloom.at(-1 - (bit >> 2))!, 16) >> (bit & 3)) % 2 === 1)
}
