/**
 * Validators and their votes. BNB Smart Chain writes into a header's extraData, in this order: 32 bytes of the client; at an epoch's first block
 * the next validators (their number; for each, a 20-byte address and a 48-byte BLS key; the length of a turn); the attestation of votes; 65 bytes
 * of seal. A vote (BEP-126) is a BLS12-381 signature of a source block and a target block. Votes make blocks final, so the seal is not checked.
 */
import { bls12_381 } from '@noble/curves/bls12-381'
import { fromRlp, hexToBytes, keccak256, toRlp, type Hex } from 'viem'
import { InvalidAnswerError, type Header } from './header.ts'

/** Blocks in an epoch since the Maxwell fork. */
export const EPOCH = 1_000
const VANITY = 32
const SEAL = 65
const ADDRESS = 20
const KEY = 48
/** The ciphersuite with proofs of possession: the chain checks a validator's proof when the validator registers its key. */
const DST = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_'

type Validator = { address: Hex; key: Hex }
export type ValidatorSet = { validators: readonly Validator[]; turnLength: number }
type Place = { number: number; hash: Hex }
export type Vote = {
  source: Place
  target: Place
  /** bit i is set if validator i of the set has voted */
  voters: bigint
  signature: Hex
  /** the signed bytes */
  message: Hex
}

/** The validators that an epoch's first block names. @throws InvalidAnswerError if the block names no readable validators */
export function nextSet({ number, extraData }: Header): ValidatorSet {
  const bytes = hexToBytes(extraData)
  const count = bytes[VANITY] ?? 0
  const end = VANITY + 1 + count * (ADDRESS + KEY)
  const turnLength = bytes[end] ?? 0
  if (number % EPOCH !== 0 || count === 0 || bytes.length < end + 1 + SEAL)
    throw new InvalidAnswerError('validators', `block ${number} names no validators`)
  const part = (from: number, length: number): Hex =>
    `0x${extraData.slice(2 + from * 2, 2 + (from + length) * 2)}`
  const validators = Array.from({ length: count }, (_, index) => {
    const from = VANITY + 1 + index * (ADDRESS + KEY)
    return { address: part(from, ADDRESS), key: part(from + ADDRESS, KEY) }
  })
  // The bits of the votes follow the order of the addresses.
  if (validators.some(({ address }, index) => index > 0 && address <= validators[index - 1]!.address))
    throw new InvalidAnswerError('validators', `block ${number} names validators out of order`)
  // With a turn of 0 a set would begin before the block that names it.
  const set = { validators, turnLength }
  if (turnLength === 0 || waitOf(set) >= EPOCH)
    throw new InvalidAnswerError('validators', `block ${number} has turns of ${turnLength}`)
  return set
}

/**
 * The number of blocks from an epoch's first block until the next validators begin. The argument is the set that seals until then. The wait
 * lasts as long as the turns of a majority of this set.
 */
export function waitOf({ validators, turnLength }: ValidatorSet): number {
  return (Math.floor(validators.length / 2) + 1) * turnLength - 1
}

/** The votes for earlier blocks that a block carries; null if the block carries no votes. @throws InvalidAnswerError if the votes cannot be read */
export function voteOf(header: Header): Vote | null {
  const names = header.number % EPOCH === 0
  const size = names ? 2 + nextSet(header).validators.length * (ADDRESS + KEY) : 0
  const rlp: Hex = `0x${header.extraData.slice(2 + (VANITY + size) * 2, -SEAL * 2)}`
  if (rlp === '0x') return null
  return readVote(rlp)
}

/** @throws InvalidAnswerError unless the bytes are canonical RLP */
export function readVote(rlp: Hex): Vote {
  let decoded: unknown
  try {
    decoded = fromRlp(rlp, 'hex')
    if (toRlp(decoded as Hex[]) !== rlp)
      throw new InvalidAnswerError('votes', 'an attestation is not canonical RLP')
  } catch {
    throw new InvalidAnswerError('votes', 'an attestation cannot be read')
  }
  const [voters, signature, data, extra, ...others] = decoded as unknown[]
  if (others.length > 0 || extra !== '0x' || !isBytes(signature, 96) || !Array.isArray(data))
    throw new InvalidAnswerError('votes', 'an attestation has the wrong shape')
  const [sourceNumber, sourceHash, targetNumber, targetHash, ...more] = data as unknown[]
  if (more.length > 0 || !isBytes(sourceHash, 32) || !isBytes(targetHash, 32))
    throw new InvalidAnswerError('votes', 'an attestation has the wrong shape')
  return {
    source: { number: Number(integerOf(sourceNumber)), hash: sourceHash },
    target: { number: Number(integerOf(targetNumber)), hash: targetHash },
    voters: integerOf(voters),
    signature,
    message: keccak256(toRlp(data as Hex[])),
  }
}

function isBytes(value: unknown, length: number): value is Hex {
  return typeof value === 'string' && value.length === 2 + 2 * length
}

function integerOf(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x(?!00)(?:[0-9a-f]{2}){1,8}$/.test(value))
    throw new InvalidAnswerError('votes', 'an attestation has the wrong shape')
  return BigInt(value)
}

type Point = ReturnType<typeof bls12_381.G1.ProjectivePoint.fromHex>
/** Decoded keys. Decoding costs a square root and a subgroup check, and most validators stay from one epoch to the next. */
const decoded = new Map<Hex, Point>()

function pointOf(key: Hex): Point {
  const known = decoded.get(key)
  if (known !== undefined) return known
  const point = bls12_381.G1.ProjectivePoint.fromHex(key.slice(2))
  point.assertValidity()
  // The library also accepts other encodings of the same point.
  if (point.toHex(true) !== key.slice(2))
    throw new InvalidAnswerError('votes', 'a key is not in its canonical encoding')
  decoded.set(key, point)
  return point
}

/** @returns the number of votes @throws InvalidAnswerError unless at least two thirds of the set have signed the vote */
export function checkVote(vote: Vote, { validators }: ValidatorSet): number {
  const voters = validators.filter((_, index) => (vote.voters >> BigInt(index)) & 1n)
  if (vote.voters >> BigInt(validators.length) !== 0n)
    throw new InvalidAnswerError('votes', 'a voter is not in the set of validators')
  if (voters.length < Math.ceil((validators.length * 2) / 3))
    throw new InvalidAnswerError('votes', `${voters.length} of ${validators.length} validators have voted`)
  if (!isSigned(vote, voters))
    throw new InvalidAnswerError('votes', 'a vote is not signed by those validators')
  return voters.length
}

function isSigned({ signature, message }: Vote, voters: readonly Validator[]): boolean {
  try {
    const sum = bls12_381.aggregatePublicKeys(voters.map(({ key }) => pointOf(key)))
    const point = bls12_381.G2.hashToCurve(hexToBytes(message), { DST }) as Parameters<
      typeof bls12_381.verify
    >[1]
    const signed = bls12_381.Signature.fromHex(signature.slice(2))
    return bls12_381.Signature.toHex(signed) === signature.slice(2) && bls12_381.verify(signed, point, sum)
  } catch {
    // The signature or a key is not a point of the curve.
    return false
  }
}
