/** The value of tokens, without React. */
import type { PairState } from '@galx/protocol/exchange'
import type { SwapSymbol } from '@galx/protocol/products'
import { usdtValueOf } from '@galx/protocol/spotValue'

/** wei; undefined while unknown */
export type Held = { token: SwapSymbol; amount: bigint | undefined }

/** The total value of these amounts, wei of USDT, rounded down; null if an amount is unknown, or if no pair gives its price. */
export function worthOf(pairs: readonly PairState[], amounts: readonly Held[]): bigint | null {
  let sum = 0n
  for (const { token, amount } of amounts) {
    const value = amount === undefined ? null : usdtValueOf(pairs, token, amount)
    if (value === null) return null
    sum += value
  }
  return sum
}

export type ClaimCost = {
  /** wei of USDT */
  cost: bigint
  gain: bigint
}

/** Cost and gain of a claim whose fee exceeds its value; null if the fee does not exceed it, or if a figure is unknown. */
export function costlyClaim(
  pairs: readonly PairState[],
  feeWei: bigint,
  owed: readonly Held[],
): ClaimCost | null {
  const [cost, gain] = [usdtValueOf(pairs, 'WBNB', feeWei), worthOf(pairs, owed)]
  return cost === null || gain === null || cost <= gain ? null : { cost, gain }
}
