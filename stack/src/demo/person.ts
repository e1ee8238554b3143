/** The accounts of the demo world at the start: their inviters, and how much each can spend. */
import type { TokenSymbol } from '@galx/protocol/products'
import { generator } from './random.ts'

/** Whole tokens in one parcel of the faucet, which every account gets. */
export type Parcel = Readonly<Record<TokenSymbol, bigint>>

/** The part of its parcels that an account may still spend. */
export class Purse {
  readonly #left: Record<TokenSymbol, bigint>

  constructor(parcel: Parcel, parcels: bigint) {
    const entries = Object.entries(parcel).map(([symbol, amount]) => [symbol, amount * parcels])
    this.#left = Object.fromEntries(entries) as Record<TokenSymbol, bigint>
  }

  /** @returns whether there was enough of each token */
  spend(wanted: Partial<Record<TokenSymbol, bigint>>): boolean {
    const entries = Object.entries(wanted) as [TokenSymbol, bigint][]
    if (entries.some(([symbol, amount]) => this.#left[symbol] < amount)) return false
    for (const [symbol, amount] of entries) this.#left[symbol] -= amount
    return true
  }
}

export type Person = {
  readonly account: number
  readonly inviter: number | null
  /** the first moment at which it has all its parcels */
  readonly ready: number
  readonly purse: Purse
}

/** The inviter of each account. The first few are roots. The others prefer early accounts, like in real trees. */
export function inviters(accounts: number, roots = 3): (number | null)[] {
  const random = generator(7)
  return Array.from({ length: accounts }, (_, account) =>
    account < roots ? null : Math.min(random(account), random(account)),
  )
}

/** The number of times that an account uses the faucet; traders and future holders of a pass use it more often. */
export function parcelsOf(account: number): number {
  return account % 10 === 3 ? 6 : account % 8 === 0 ? 2 : 1
}
