/**
 * Gifts: positions that another account staked for the account. Anyone can open any number of gifts at little cost, so the app reads only
 * the newest gifts, and more on the person's request.
 */
import type { PoolKey } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'
import type { Position } from './chainStore.ts'

export type Gifts = {
  /** the open gifts among the read numbers, oldest first */
  open: Position[]
  /** the number of older gifts that were not read, including closed gifts */
  older: number
}

/** The number of gifts that are read by default. */
const UNASKED = 50
/** The number of gifts that each request of the person adds. */
const MORE = 200

/** The wanted number of gifts by pool and account, kept until the page is closed. */
const wanted = new Map<string, number>()

/** The number of gifts to read, counted from the newest. */
export function wantedGifts(pool: PoolKey, account: HexString): number {
  return wanted.get(`${pool}/${account}`) ?? UNASKED
}

/** Reads more gifts from the next reading on. */
export function wantMoreGifts(pool: PoolKey, account: HexString): void {
  wanted.set(`${pool}/${account}`, wantedGifts(pool, account) + MORE)
}
