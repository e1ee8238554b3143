import { randomFillSync } from 'node:crypto'

/** The number of random bytes that are read at once. A sign-in needs 40, and each read is a system call. */
const POOL_BYTES = 4_096
const pool = Buffer.alloc(POOL_BYTES)
let used = POOL_BYTES

/** @returns `size` random bytes, at most 4 096, that no other caller gets */
export function randomPart(size: number): Buffer {
  if (used + size > POOL_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = Buffer.from(pool.subarray(used, used + size))
  pool.fill(0, used, used + size)
  used += size
  return bytes
}
