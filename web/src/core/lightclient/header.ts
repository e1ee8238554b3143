/**
 * A block's header, whose hash is computed here: keccak256 of the RLP list of its fields (Ethereum's yellow paper, section 4.4; EIP-1559,
 * 4895, 4844, 4788 and 7685 append fields). A node's other fields are not hashed, and nothing here reads them.
 */
import { keccak256, toRlp, type Hex } from 'viem'

const FIELDS = [
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
  '#baseFeePerGas',
  'withdrawalsRoot',
  '#blobGasUsed',
  '#excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
] as const
/** Every block has these fields. A chain appends the later fields in their order, as its forks introduce them. */
const FIRST_FIELDS = 15

export type Header = {
  number: number
  hash: Hex
  parentHash: Hex
  stateRoot: Hex
  extraData: Hex
  /** unix seconds */
  time: number
}

/** The part of a node's answers that is false. `final`: too few later votes; `old`: a true block, but not a new one. */
export type FalsePart = 'checkpoint' | 'header' | 'validators' | 'votes' | 'final' | 'old' | 'proof' | 'code'

/** A node's answer is false or cannot be read. */
export class InvalidAnswerError extends Error {
  override readonly name = 'InvalidAnswerError'
  constructor(
    readonly part: FalsePart,
    message: string,
  ) {
    super(message)
  }
}

/** @throws InvalidAnswerError if a field is missing or is not hex, or if the node's hash differs from the hash of the fields */
export function readHeader(json: unknown): Header {
  const given = Object(json) as Record<string, unknown>
  const names = FIELDS.map((name) => name.replace('#', ''))
  const count = Math.max(...names.map((name, index) => (given[name] == null ? 0 : index + 1)))
  if (count < FIRST_FIELDS) throw new InvalidAnswerError('header', 'a header lacks fields')
  const list = FIELDS.slice(0, count).map((name) =>
    name.startsWith('#') ? quantityOf(given[name.slice(1)]) : bytesOf(given[name]),
  )
  const hash = keccak256(toRlp(list))
  if (given.hash !== undefined && given.hash !== hash)
    throw new InvalidAnswerError('header', 'a header has another hash')
  return {
    hash,
    number: Number(given.number),
    time: Number(given.timestamp),
    parentHash: list[0]!,
    stateRoot: list[3]!,
    extraData: list[12]!,
  }
}

function bytesOf(value: unknown): Hex {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-f]{2})*$/.test(value))
    throw new InvalidAnswerError('header', 'a header has a field that is not hex')
  return value as Hex
}

/** A quantity is hashed as its bytes without leading zeros. */
function quantityOf(value: unknown): Hex {
  if (typeof value !== 'string' || !/^0x(?:0|[1-9a-f][0-9a-f]*)$/.test(value))
    throw new InvalidAnswerError('header', 'a header has a field that is not a quantity')
  if (value === '0x0') return '0x'
  return `0x${value.length % 2 === 0 ? '' : '0'}${value.slice(2)}`
}
