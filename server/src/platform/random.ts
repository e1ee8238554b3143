import { randomFillSync } from 'node:crypto'

/** How many random bytes are fetched at once: a sign-in needs 40, and each fetch is a system call. */
const POOL_BYTES = 4_096
const pool = Buffer.alloc(POOL_BYTES)
let used = POOL_BYTES

/** @returns `size` random bytes, 4 096 at most, that are given to no other caller */
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
