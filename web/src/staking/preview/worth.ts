/** What tokens are worth, without React. */
import type { PairState } from '@galx/protocol/exchange'
import type { SwapSymbol } from '@galx/protocol/products'
import { usdtValueOf } from '@galx/protocol/spotValue'

/** wei; undefined while it is not known */
export type Held = { token: SwapSymbol; amount: bigint | undefined }

/** What these amounts are worth together, wei of USDT, rounded down; null where one of them is not known, or no pair tells what it is worth. */
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

/** Cost and gain of a claim where the fee is worth more than what it brings; null where it is not, or cannot be said. */
export function costlyClaim(
  pairs: readonly PairState[],
  feeWei: bigint,
  owed: readonly Held[],
): ClaimCost | null {
  const [cost, gain] = [usdtValueOf(pairs, 'WBNB', feeWei), worthOf(pairs, owed)]
  return cost === null || gain === null || cost <= gain ? null : { cost, gain }
}
