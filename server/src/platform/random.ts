import { randomFillSync } from 'node:crypto'

/** Random bytes are fetched so many at a time: a sign-in takes 40, and each fetch asks the operating system. */
const POOL_BYTES = 4_096
const pool = Buffer.alloc(POOL_BYTES)
let used = POOL_BYTES

/** @returns `size` random bytes, 4 096 at most, that nobody else was or will be given */
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
