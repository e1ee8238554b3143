/** One program's grants and payments by account, wei (rules 7 to 11). */

export class Grants {
  /** in all closed epochs */
  readonly cumulative = new Map<number, bigint>()
  /** by Claimed logs */
  readonly drawn = new Map<number, bigint>()
  #granted = 0n
  #deficit = 0n

  /** Σ cumulative */
  get granted(): bigint {
    return this.#granted
  }

  /** Σ max(0, drawn − cumulative): 0 unless both keys of vouchers were stolen */
  get deficit(): bigint {
    return this.#deficit
  }

  /** @returns the amount that the account has now drawn beyond its grants, wei */
  draw(account: number, amount: bigint): bigint {
    this.#deficit -= this.#excess(account)
    this.drawn.set(account, (this.drawn.get(account) ?? 0n) + amount)
    const excess = this.#excess(account)
    this.#deficit += excess
    return excess
  }

  grant(account: number, amount: bigint): void {
    if (amount === 0n) return
    this.#deficit -= this.#excess(account)
    this.cumulative.set(account, (this.cumulative.get(account) ?? 0n) + amount)
    this.#granted += amount
    this.#deficit += this.#excess(account)
  }

  #excess(account: number): bigint {
    const excess = (this.drawn.get(account) ?? 0n) - (this.cumulative.get(account) ?? 0n)
    return excess > 0n ? excess : 0n
  }
}

/**
 * @param shares points or debts, above 0
 * @param budget wei to share
 * @returns floor(budget × share / Σ shares) by account; together at most the budget
 */
export function divide(shares: ReadonlyMap<number, bigint>, budget: bigint): Map<number, bigint> {
  const all = sumOf(shares)
  const parts = new Map<number, bigint>()
  for (const [account, share] of shares) parts.set(account, (budget * share) / all)
  return parts
}

export function sumOf(amounts: ReadonlyMap<number, bigint>): bigint {
  let sum = 0n
  for (const amount of amounts.values()) sum += amount
  return sum
}
