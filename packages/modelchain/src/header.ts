/** The header of a block of BNB Smart Chain, with the fields, sizes and fill of headers recorded on mainnet in August 2026. */
import { addToBloom, encodeList, keccak, quantityBytes } from './hashing.ts'
import { randomBytes, randomWords } from './random.ts'

/** The fields in the order of the hash; # marks numbers. */
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
  '#baseFeePerGas',
  'withdrawalsRoot',
  '#blobGasUsed',
  '#excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
  'forkRoot',
] as const

export type HashedField = (typeof HASHED)[number] extends infer Name
  ? Name extends `#${infer Quantity}`
    ? Quantity
    : Name
  : never
/** The hashed bytes, including the bytes of numbers. A field that the block does not have is missing. */
export type HeaderFields = Partial<Record<HashedField, Uint8Array>>

/** @param fields only the last fields may be missing */
export function hashHeader(fields: HeaderFields): Buffer {
  const items = HASHED.map((name) => fields[nameOf(name)])
  const present = items.findLastIndex((item) => item !== undefined) + 1
  return keccak(encodeList(items.slice(0, present).map((item) => item ?? Uint8Array.of())))
}

/** @returns the fields in a node's form */
export function headerJson(fields: HeaderFields): Record<string, string> {
  const json: Record<string, string> = {}
  for (const name of HASHED) {
    const value = fields[nameOf(name)]
    if (value === undefined) continue
    const hex = Buffer.from(value).toString('hex')
    json[nameOf(name)] = `0x${name.startsWith('#') ? hex.replace(/^0/, '') || '0' : hex}`
  }
  return json
}

/** @param json in a node's form @returns the hashed bytes */
export function headerFields(json: Readonly<Record<string, unknown>>): HeaderFields {
  const fields: HeaderFields = {}
  for (const name of HASHED) {
    const value = json[nameOf(name)]
    if (typeof value !== 'string') continue
    const digits = name.startsWith('#') ? value.slice(2).replace(/^0+/, '') : value.slice(2)
    fields[nameOf(name)] = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  }
  return fields
}

function nameOf(name: (typeof HASHED)[number]): HashedField {
  return (name.startsWith('#') ? name.slice(1) : name) as HashedField
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex, 'hex')
}
const NO_UNCLES = bytesOf('1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347')
const NO_WITHDRAWALS = bytesOf('56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421')
const VANITY = bytesOf('da8301070888633233393865633388676f312e32352e39836c696e00d38cc282')
const ATTESTATION = bytesOf('f8b5')
const ATTESTATION_BYTES = 181
const SEAL_BYTES = 65
const EPOCH_BLOCKS = 1_000
const VALIDATORS = 21
/** Bytes of one validator: address and BLS key. The number of validators comes before them, and the length of a turn comes after them. */
const VALIDATOR_BYTES = 68
const TURN = 8
const MINERS = Array.from({ length: VALIDATORS }, (_, index) => randomBytes(randomWords(index, 77), 20))
const GAS_LIMIT = 55_000_000
const ZERO_WORD = Buffer.alloc(32)
const NONCE = Buffer.alloc(8)
const DIFFICULTY = quantityBytes(2)
const GAS_LIMIT_BYTES = quantityBytes(GAS_LIMIT)
const NOTHING = Uint8Array.of()

export type BlockPlace = {
  number: number
  /** unix milliseconds */
  time: number
  parentHash: Uint8Array
  /** addresses and topics of our logs, 0x-hex */
  logged: readonly string[]
  /** whether the header has a hashed field that no published client knows */
  forked: boolean
}

export function makeHeader({ number, time, parentHash, logged, forked }: BlockPlace): HeaderFields {
  const words = randomWords(number, 1)
  const logsBloom = strangersBloom(words)
  for (const value of logged) addToBloom(logsBloom, Buffer.from(value.slice(2), 'hex'))
  const mixHash = Buffer.alloc(32)
  mixHash.writeUInt16BE(time % 1000, 30)
  return {
    parentHash,
    sha3Uncles: NO_UNCLES,
    miner: MINERS[Math.floor(number / TURN) % VALIDATORS]!,
    stateRoot: randomBytes(words, 32),
    transactionsRoot: randomBytes(words, 32),
    receiptsRoot: randomBytes(words, 32),
    logsBloom,
    difficulty: DIFFICULTY,
    number: quantityBytes(number),
    gasLimit: GAS_LIMIT_BYTES,
    gasUsed: quantityBytes(16_000_000 + (words() % 11_000_000)),
    timestamp: quantityBytes(Math.floor(time / 1000)),
    extraData: extraData(number, words),
    mixHash,
    nonce: NONCE,
    baseFeePerGas: NOTHING,
    withdrawalsRoot: NO_WITHDRAWALS,
    blobGasUsed: words() % 3 === 0 ? quantityBytes(0x20000) : NOTHING,
    excessBlobGas: NOTHING,
    parentBeaconBlockRoot: ZERO_WORD,
    requestsHash: Buffer.concat([Buffer.alloc(11), Buffer.of(1 + (words() % 2)), randomBytes(words, 20)]),
    ...(forked && { forkRoot: randomBytes(words, 32) }),
  }
}

/** Sets 44 to 75 % of the bits, 57 % on average, like the logs of other contracts. */
function strangersBloom(words: () => number): Buffer {
  const bloom = Buffer.allocUnsafe(256)
  const fill = words() % 6
  for (let at = 0; at < 256; at += 4) {
    const [one, other] = [words(), words()]
    // Half of the bits are set. Then a random half, quarter or eighth of the clear bits is set, too, or an eighth of the set bits is cleared.
    let bits = one
    if (fill === 0) bits = one & ~(other & words() & words())
    else if (fill === 5) bits = one | other
    else if (fill === 4) bits = one | (other & words())
    else if (fill >= 2) bits = one | (other & words() & words())
    bloom.writeUInt32LE(bits >>> 0, at)
  }
  return bloom
}

/** The client, the validators at the beginning of an epoch, the attestation of votes, the seal. */
function extraData(number: number, words: () => number): Buffer {
  const pieces = [VANITY]
  if (number % EPOCH_BLOCKS === 0)
    pieces.push(Buffer.of(VALIDATORS), randomBytes(words, VALIDATORS * VALIDATOR_BYTES), Buffer.of(TURN))
  pieces.push(ATTESTATION, randomBytes(words, ATTESTATION_BYTES), randomBytes(words, SEAL_BYTES))
  return Buffer.concat(pieces)
}

/** @returns 0x-hex of 81 to 109 transactions, as in recorded blocks */
export function strangersTransactions(number: number): string[] {
  const words = randomWords(number, 2)
  return Array.from({ length: 81 + (words() % 29) }, () => `0x${randomBytes(words, 32).toString('hex')}`)
}
