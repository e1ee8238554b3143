/** A chain with the test's own validators, so that every rule of votes can be broken: headers in the format of BNB Smart Chain. */
import { bls12_381 } from '@noble/curves/bls12-381'
import { concat, hexToBytes, keccak256, numberToHex, toRlp, type Hex } from 'viem'
import { readHeader } from '../../../src/core/lightclient/header.ts'

const ORDER = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n
const DST = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_'
const ZERO: Hex = `0x${'00'.repeat(32)}`

type Member = { address: Hex; secret: bigint; key: Hex }

function member(name: string): Member {
  const seed = keccak256(`0x${Buffer.from(name).toString('hex')}`)
  const secret = BigInt(seed) % ORDER
  const key: Hex = `0x${bls12_381.G1.ProjectivePoint.BASE.multiply(secret).toHex(true)}`
  return { address: seed.slice(0, 42) as Hex, secret, key }
}

/** Validators in the order of their addresses. */
export function members(name: string, count: number): Member[] {
  return Array.from({ length: count }, (_, index) => member(`${name}${index}`)).sort((one, other) =>
    one.address < other.address ? -1 : 1,
  )
}

/** The part of an epoch's first block that names the next validators. */
export function namedIn(set: readonly Member[], turnLength: number): Hex {
  return concat([
    numberToHex(set.length, { size: 1 }),
    ...set.flatMap(({ address, key }) => [address, key]),
    numberToHex(turnLength, { size: 1 }),
  ])
}

type Place = { number: number; hash: Hex }

/** An attestation: the votes for two blocks, with the sum of the voters' signatures. */
export function attestationOf(source: Place, target: Place, set: readonly Member[], voters: bigint): Hex {
  const data = [source, target].flatMap(({ number, hash }) => [evenHex(BigInt(number)), hash])
  const secret =
    set.reduce((sum, one, index) => sum + ((voters >> BigInt(index)) & 1n) * one.secret, 0n) % ORDER
  const point = bls12_381.G2.hashToCurve(hexToBytes(keccak256(toRlp(data))), { DST })
  const signature = bls12_381.Signature.toHex(
    bls12_381.G2.ProjectivePoint.fromAffine(point.toAffine()).multiply(secret),
  )
  return toRlp([evenHex(voters), `0x${signature}`, data, '0x'])
}

/** A header's extraData without a client's name and without a seal, which the light client does not check. */
export function extraData(named: Hex, attestation: Hex): Hex {
  return concat([ZERO, named, attestation, `0x${'00'.repeat(65)}`])
}

type Rules = {
  /** the validators that the epoch's first block names */
  named: (epoch: number) => Member[]
  turnLength: number
  /** the vote that a block carries, if any */
  vote: (number: number) => { source: number; target: number; set: Member[]; voters?: bigint } | null
  stateRoot?: Hex
}

/** Headers link to their parents back to the middle of the previous epoch. Nothing in the tests reads further back. */
export function createVotedChain({ named, turnLength, vote, stateRoot = ZERO }: Rules) {
  const made = new Map<number, Record<string, string>>()

  function hashOf(number: number): Hex {
    return readHeader(header(number)).hash
  }

  function attestation(number: number): Hex {
    const cast = vote(number)
    if (cast === null) return '0x'
    const { source, target, set, voters = (1n << BigInt(set.length)) - 1n } = cast
    const place = (at: number) => ({ number: at, hash: hashOf(at) })
    return attestationOf(place(source), place(target), set, voters)
  }

  function header(number: number): Record<string, string> {
    const known = made.get(number)
    if (known !== undefined) return known
    const set = number % 1_000 === 0 ? namedIn(named(number), turnLength) : '0x'
    const json: Record<string, string> = {
      parentHash: number % 1_000 === 900 ? ZERO : hashOf(number - 1),
      sha3Uncles: ZERO,
      miner: `0x${'11'.repeat(20)}`,
      stateRoot,
      transactionsRoot: ZERO,
      receiptsRoot: ZERO,
      logsBloom: `0x${'00'.repeat(256)}`,
      difficulty: '0x2',
      number: numberToHex(number),
      gasLimit: '0x1',
      gasUsed: '0x0',
      timestamp: numberToHex(1_800_000_000 + number),
      mixHash: ZERO,
      nonce: '0x0000000000000000',
      extraData: extraData(set, attestation(number)),
    }
    made.set(number, json)
    return json
  }

  return { header, hashOf, source: (number: number) => Promise.resolve<unknown>(header(number)) }
}

function evenHex(value: bigint): Hex {
  const digits = value.toString(16)
  return `0x${digits.length % 2 === 0 ? '' : '0'}${digits}`
}
