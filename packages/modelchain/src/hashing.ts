/** keccak256 and the encoding of headers as bytes, because a model chain hashes each requested block. */
import { createKeccak } from 'hash-wasm'

const hasher = await createKeccak(256)

export function keccak(bytes: Uint8Array): Buffer {
  return Buffer.from(hasher.init().update(bytes).digest('binary'))
}

/** RLP of a list of byte strings. */
export function encodeList(items: readonly Uint8Array[]): Buffer {
  const pieces: Uint8Array[] = []
  let length = 0
  for (const item of items) {
    if (item.length !== 1 || item[0]! >= 0x80) {
      const head = headOf(0x80, item.length)
      pieces.push(head)
      length += head.length
    }
    pieces.push(item)
    length += item.length
  }
  return Buffer.concat([headOf(0xc0, length), ...pieces])
}

function headOf(offset: number, length: number): Uint8Array {
  if (length < 56) return Uint8Array.of(offset + length)
  const size = quantityBytes(length)
  return Uint8Array.of(offset + 55 + size.length, ...size)
}

/** Big-endian without leading zeros; no bytes for 0. */
export function quantityBytes(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Uint8Array.from(bytes)
}

/** Sets a value's three bits of a 2048-bit logs bloom (Ethereum's yellow paper, 4.3.1). @param value bytes of an address or a topic */
export function addToBloom(bloom: Buffer, value: Uint8Array): void {
  const hash = keccak(value)
  for (const at of [0, 2, 4]) {
    const bit = hash.readUInt16BE(at) % 2048
    bloom[255 - (bit >> 3)]! |= 1 << (bit & 7)
  }
}
