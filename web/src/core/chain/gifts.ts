/**
 * Gifts: positions that somebody else staked for the account. Anybody can open any number of them at little cost, so only the
 * newest are read unasked, and more when the person asks.
 */
import type { PoolKey } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'
import type { Position } from './chainStore.ts'

export type Gifts = {
  /** the open ones among those read, oldest first */
  open: Position[]
  /** so many older numbers have not been looked at; closed gifts are among them */
  older: number
}

/** So many numbers are looked at unasked. */
const UNASKED = 50
/** So many more each time the person asks. */
const MORE = 200

/** By pool and account, for this visit. */
const wanted = new Map<string, number>()

/** How many numbers are to be looked at, from the newest on. */
export function wantedGifts(pool: PoolKey, account: HexString): number {
  return wanted.get(`${pool}/${account}`) ?? UNASKED
}

/** Looks at more from the next reading on. */
export function wantMoreGifts(pool: PoolKey, account: HexString): void {
  wanted.set(`${pool}/${account}`, wantedGifts(pool, account) + MORE)
}
