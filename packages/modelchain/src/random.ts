/** Numbers that look random and depend only on a seed, so that every model of a block is the same. */

/** @returns a source of unsigned 32-bit numbers (xoshiro128**), seeded by a block's number and a salt */
export function randomWords(number: number, salt: number): () => number {
  const high = Math.floor(number / 2 ** 32)
  let state = number ^ Math.imul(high + 1, 0x85ebca6b) ^ Math.imul(salt + 1, 0x9e3779b1)
  const next = () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
  let [a, b, c, d] = [next(), next(), next(), next() | 1]
  return () => {
    const multiplied = Math.imul(b, 5)
    const result = Math.imul((multiplied << 7) | (multiplied >>> 25), 9) >>> 0
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << 11) | (d >>> 21)
    return result
  }
}

export function randomBytes(words: () => number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.ceil(length / 4) * 4)
  for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(words(), at)
  return bytes.subarray(0, length)
}
