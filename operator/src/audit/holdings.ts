/** The accounts' holdings: weights in pools from the last log, and vault shares followed through every transfer. */
import type { Ruleset } from '@galx/protocol/rulesets'

/** wei by account; a missing account holds nothing */
export type Amounts = Map<number, bigint>

/** 100 % in basis points. */
const BASIS = 10_000n
/** One wei of the vault's asset bought 10^12 shares at the first price, and a coefficient is in basis points (rule 4). */
const SHARE_BASIS = 10n ** 16n

export class Holdings {
  readonly weights = new Map<bigint, Amounts>()
  readonly shares: Amounts = new Map()

  weight(pool: bigint, account: number): bigint {
    return this.weights.get(pool)?.get(account) ?? 0n
  }

  /** @returns the change, wei */
  setWeight(pool: bigint, account: number, weight: bigint): bigint {
    let amounts = this.weights.get(pool)
    if (!amounts) this.weights.set(pool, (amounts = new Map()))
    return set(amounts, account, weight)
  }

  shareOf(account: number): bigint {
    return this.shares.get(account) ?? 0n
  }

  setShares(account: number, shares: bigint): void {
    set(this.shares, account, shares)
  }
}

/** @returns the change */
function set(amounts: Amounts, account: number, amount: bigint): bigint {
  const before = amounts.get(account) ?? 0n
  if (amount === 0n) amounts.delete(account)
  else amounts.set(account, amount)
  return amount - before
}

/** A ruleset's valuation of holdings (rule 4), wei of GALX, with one division each, rounded down. */
export type PowerTerms = {
  ofWeight(pool: bigint, weight: bigint): bigint
  ofShares(shares: bigint): bigint
}

export function powerTerms({ power, vaultCoefficient }: Ruleset): PowerTerms {
  const coefficients = new Map(power.map(({ pool, coefficient }) => [pool, coefficient]))
  return {
    ofWeight: (pool, weight) => (weight * (coefficients.get(pool) ?? 0n)) / BASIS,
    ofShares: (shares) => (shares * vaultCoefficient) / SHARE_BASIS,
  }
}
