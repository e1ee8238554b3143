/** Headers, votes and proofs recorded on mainnet in August 2026, around a change of validators; and the same data with one bit flipped at a time. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { createFollower } from '../../../src/core/lightclient/follow.ts'
import { readHeader } from '../../../src/core/lightclient/header.ts'
import { provenState } from '../../../src/core/lightclient/state.ts'
import { checkVote, nextSet, readVote, voteOf, waitOf } from '../../../src/core/lightclient/votes.ts'

type Json = Record<string, string>

function recorded<T = Json>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'recorded', `${name}.json`), 'utf8')) as T
}
function headerJson(number: number): Json {
  return recorded(`bsc${number}`)
}

/** Fields that nodes add and that no hash covers. */
const UNHASHED = ['size', 'totalDifficulty', 'milliTimestamp']

const EPOCH = 116_663_000
const NEXT = 116_664_000
const set = nextSet(readHeader(headerJson(EPOCH)))
const checkpoint = {
  number: EPOCH,
  hash: headerJson(EPOCH).hash as Hex,
  time: Number(headerJson(EPOCH).timestamp),
}
function source(number: number) {
  return Promise.resolve<unknown>(headerJson(number))
}
/** The list with one entry exchanged. */
function exchanged<T>(list: readonly T[], at: number, one: T): T[] {
  return list.map((old, index) => (index === at ? one : old))
}

/** All bits of a hex text with THOROUGH=1; otherwise every sixty-first bit, so that each bit of a byte has its turn. */
function bitsOf(hex: string, spread = 61): number[] {
  const step = process.env.THOROUGH === '1' ? 1 : spread
  const bits = (hex.length - 2) * 4
  return Array.from({ length: Math.ceil(bits / step) }, (_, index) => index * step)
}
function flipped(hex: string, bit: number): string {
  const at = 2 + Math.floor(bit / 4)
  const nibble = Number.parseInt(hex[at]!, 16) ^ (8 >> (bit % 4))
  return hex.slice(0, at) + nibble.toString(16) + hex.slice(at + 1)
}

describe('recorded headers', () => {
  it('name their validators, and two thirds of these have voted for each block', () => {
    expect(set.validators).toHaveLength(21)
    expect(set.turnLength).toBe(8)
    expect(waitOf(set)).toBe(87)
    for (const number of [116_663_998, 116_663_999, NEXT, NEXT + 1, NEXT + 2]) {
      const vote = voteOf(readHeader(headerJson(number)))!
      expect(vote.source.number, String(number)).toBe(number - 2)
      expect(checkVote(vote, set)).toBe(20)
    }
  })

  it('lead from the checkpoint to the next epoch, which has different validators', async () => {
    const follower = createFollower(checkpoint, source, checkpoint.time + 100)
    const told: number[][] = []
    await follower.followTo(NEXT + 999, (...progress) => told.push(progress))
    expect(told).toEqual([[1, 1]])
    expect(follower.at()).toEqual({
      number: NEXT,
      hash: headerJson(NEXT).hash,
      time: Number(headerJson(NEXT).timestamp),
    })
    // The new validators begin 87 blocks later: the old validators still make the epoch's first block final.
    expect(await follower.finalBlock(NEXT)).toMatchObject({ voters: 20, validators: 21 })
    const next = nextSet(readHeader(headerJson(NEXT)))
    expect(next.validators).not.toEqual(set.validators)
    expect(() => checkVote(voteOf(readHeader(headerJson(NEXT + 2)))!, next)).toThrow('not signed')
  })

  it('are refused from a checkpoint that is older than the unbonding period, or of another block', async () => {
    expect(() => createFollower(checkpoint, source, checkpoint.time + 7 * 86_400 + 1)).toThrow('unbonding')
    const now = checkpoint.time + 100
    for (const wrong of [
      { ...checkpoint, hash: headerJson(NEXT).hash as Hex },
      { ...checkpoint, time: checkpoint.time + 1 },
    ])
      await expect(createFollower(wrong, source, now).followTo(NEXT)).rejects.toThrow('another block')
    expect(() => createFollower({ ...checkpoint, number: NEXT + 1 }, source, now)).toThrow(
      'not the first block',
    )
  })

  it('are refused with any bit of any hashed field flipped', { timeout: 600_000 }, () => {
    for (const number of [EPOCH, 116_663_998, 116_663_999, NEXT, NEXT + 1, NEXT + 2]) {
      const json = headerJson(number)
      const hashed = Object.keys(json).filter((name) => !UNHASHED.includes(name))
      expect(hashed).toHaveLength(22)
      for (const name of hashed)
        for (const bit of bitsOf(json[name]!)) {
          const other = { ...json, [name]: flipped(json[name]!, bit) }
          expect(() => readHeader(other), `${number} ${name} ${bit}`).toThrow()
        }
    }
  })

  it(
    'are refused with any bit flipped even without a named hash, because the votes are for the true hash',
    { timeout: 600_000 },
    async () => {
      const { hash: _, ...json } = headerJson(NEXT)
      for (const name of Object.keys(json))
        for (const bit of bitsOf(json[name]!, 193)) {
          if (UNHASHED.includes(name)) continue
          const other = { ...json, [name]: flipped(json[name]!, bit) }
          const lying = (number: number) => (number === NEXT ? Promise.resolve(other) : source(number))
          const follower = createFollower(checkpoint, lying, checkpoint.time + 100)
          await expect(follower.followTo(NEXT), `${name} ${bit}`).rejects.toThrow()
        }
    },
  )

  it('are refused if votes are for another block, or if a set of validators differs', async () => {
    const now = checkpoint.time + 100
    const swapped = (number: number) => source(number === NEXT + 2 ? NEXT + 1 : number)
    await expect(createFollower(checkpoint, swapped, now).followTo(NEXT)).rejects.toThrow('another number')
  })
})

describe('a recorded vote', () => {
  const rlp: Hex = `0x${headerJson(NEXT + 2).extraData!.slice(2 + 64, -130)}`

  it('counts', () => {
    expect(checkVote(readVote(rlp), set)).toBe(20)
  })

  it('is refused with any bit flipped', { timeout: 3_600_000 }, () => {
    for (const bit of bitsOf(rlp))
      expect(() => checkVote(readVote(flipped(rlp, bit) as Hex), set), String(bit)).toThrow()
  })

  it('is refused with any flag of its signature flipped', () => {
    const vote = readVote(rlp)
    for (let bit = 0; bit < 8; bit += 1)
      expect(() => checkVote({ ...vote, signature: flipped(vote.signature, bit) as Hex }, set)).toThrow(
        'not signed',
      )
  })

  it('is refused with fewer than two thirds, with validators outside the set, and with any key exchanged', () => {
    const vote = readVote(rlp)
    expect(() => checkVote({ ...vote, voters: 0x1fffn }, set)).toThrow('13 of 21')
    expect(() => checkVote({ ...vote, voters: vote.voters | (1n << 21n) }, set)).toThrow('not in the set')
    const others = { ...set, validators: [...set.validators.slice(1), set.validators[0]!] }
    expect(() => checkVote(vote, others)).toThrow('not signed')
  })

  it('is refused with any bit of a voter’s key flipped', { timeout: 3_600_000 }, () => {
    const vote = readVote(rlp)
    for (const [index, validator] of set.validators.entries()) {
      if (((vote.voters >> BigInt(index)) & 1n) === 0n) continue
      for (const bit of bitsOf(validator.key, 193)) {
        const key = flipped(validator.key, bit) as Hex
        const validators = exchanged(set.validators, index, { ...validator, key })
        expect(() => checkVote(vote, { ...set, validators }), `${index} ${bit}`).toThrow()
      }
    }
  })
})

type Proof = {
  address: Hex
  stateRoot: Hex
  slots?: Hex[]
  proof: { accountProof: string[]; storageProof: { proof: string[] }[] }
}

describe('recorded proofs', () => {
  const stored = recorded<Proof>('wbnb_slot0')
  const absent = recorded<Proof>('absent')

  it('prove code and storage of an account, and prove their absence', () => {
    const { address, stateRoot, slots, proof } = stored
    expect(provenState(stateRoot, address, slots!, proof)).toEqual({
      codeHash: '0xb7d84205eaaf83ce7b3940c6beaad6d22790255e34a9a2b486aa8cdfff118fe6',
      // "Wrapped BNB" and twice its length.
      values: [BigInt('0x5772617070656420424e42000000000000000000000000000000000000000016')],
    })
    const nothing = provenState(absent.stateRoot, absent.address, [], absent.proof)
    expect(nothing.codeHash).toBe('0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470')
  })

  it(
    'are refused with any bit of a node, the root, the address or the slot flipped',
    { timeout: 600_000 },
    () => {
      for (const { address, stateRoot, slots = [], proof } of [stored, absent]) {
        const { accountProof, storageProof } = proof
        const lists = [accountProof, ...storageProof.map((one) => one.proof)]
        for (const [list, nodes] of lists.entries())
          for (const [index, node] of nodes.entries())
            for (const bit of bitsOf(node)) {
              const changed = exchanged(nodes, index, flipped(node, bit))
              const answer = {
                accountProof: list === 0 ? changed : accountProof,
                storageProof:
                  list === 0 ? storageProof : exchanged(storageProof, list - 1, { proof: changed }),
              }
              expect(
                () => provenState(stateRoot, address, slots, answer),
                `${list} ${index} ${bit}`,
              ).toThrow()
            }
        for (const bit of bitsOf(stateRoot, 7))
          expect(() => provenState(flipped(stateRoot, bit) as Hex, address, slots, proof)).toThrow()
        for (const bit of bitsOf(address, 7))
          expect(() => provenState(stateRoot, flipped(address, bit) as Hex, slots, proof)).toThrow()
        for (const slot of slots)
          for (const bit of bitsOf(slot, 7))
            expect(() => provenState(stateRoot, address, [flipped(slot, bit) as Hex], proof)).toThrow()
      }
    },
  )

  it('are refused with an extra node, a missing node, or for other slots', () => {
    const { address, stateRoot, slots, proof } = stored
    const { accountProof, storageProof } = proof
    for (const changed of [
      accountProof.slice(0, -1),
      accountProof.slice(1),
      [...accountProof, accountProof[0]],
    ])
      expect(() => provenState(stateRoot, address, slots!, { accountProof: changed, storageProof })).toThrow()
    expect(() => provenState(stateRoot, address, [], proof)).toThrow('other slots')
    expect(() => provenState(stateRoot, address, slots!, null)).toThrow('no proof')
  })
})
