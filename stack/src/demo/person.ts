/** The accounts of the demo world before anything happens: their inviters, and what each can spend. */
import type { TokenSymbol } from '@galx/protocol/products'
import { generator } from './random.ts'

/** Whole tokens one parcel of the faucet holds, which is all an account can count on. */
export type Parcel = Readonly<Record<TokenSymbol, bigint>>

/** What an account may still spend of what the faucet gave it. */
export class Purse {
  readonly #left: Record<TokenSymbol, bigint>

  constructor(parcel: Parcel, parcels: bigint) {
    const entries = Object.entries(parcel).map(([symbol, amount]) => [symbol, amount * parcels])
    this.#left = Object.fromEntries(entries) as Record<TokenSymbol, bigint>
  }

  /** @returns whether there was enough of each */
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
  /** the first moment it has everything the faucet gives it */
  readonly ready: number
  readonly purse: Purse
}

/** The inviter of each account: the first few are roots, the others prefer early accounts, as real trees do. */
export function inviters(accounts: number, roots = 3): (number | null)[] {
  const random = generator(7)
  return Array.from({ length: accounts }, (_, account) =>
    account < roots ? null : Math.min(random(account), random(account)),
  )
}

/** How often an account goes to the faucet: traders and those who will hold a pass more often. */
export function parcelsOf(account: number): number {
  return account % 10 === 3 ? 6 : account % 8 === 0 ? 2 : 1
}
