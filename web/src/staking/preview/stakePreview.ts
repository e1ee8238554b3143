import type { PoolKey, SwapSymbol } from '@galx/protocol/products'
import type { WebPool } from '@galx/protocol/webConfig'
import type { PairState } from '@galx/protocol/exchange'
import { usdtValueOf } from '@galx/protocol/spotValue'
import { chainNow } from '../../core/chain/chainNow.ts'
import { readingIn, useChainStore } from '../../core/chain/chainStore.ts'
import { pairReserves } from '../../core/chain/pairs.ts'
import { accountInPool, poolState } from '../../core/chain/reads.ts'
import { valueOf } from '../../core/state/reading.ts'
import type { PreviewLine } from '../../core/transactions/title.ts'
import { amountText } from '../../design/Amount/amountText.ts'
import { ONE, percentText, rateText, shortAmountText } from '../format.ts'
import { gainOfStake, legsOf } from '../stakeModel.ts'

/** The expected result of a stake at the figures on the screen, for the sheet that is open while the person signs. */
export function stakePreview(key: PoolKey, pool: WebPool, amount: bigint, tier: number): PreviewLine[] {
  const state = useChainStore.getState()
  const [rates, account] = [
    valueOf(readingIn(state, poolState(key))),
    valueOf(readingIn(state, accountInPool(key))),
  ]
  const terms = pool.tiers[tier]
  const lines: PreviewLine[] = []
  if (rates !== undefined && account !== undefined && terms !== undefined && state.head !== null) {
    const gain = gainOfStake(terms, rates, account, amount, chainNow(state.head, performance.now()))
    const share = ({ own, total }: typeof gain.before) => percentText(own, total) ?? '0%'
    lines.push({ label: 'gain', value: `≈ ${exactRate(gain.perDay, pool.rewardToken)} ${pool.rewardToken}` })
    lines.push({ label: 'share', value: `${share(gain.before)} → ${share(gain.after)}` })
  }
  return [...lines, ...worthLine(legsOf(pool, amount))]
}

/** A rate in the token itself, with enough decimals to show a small rate. */
function exactRate(wei: bigint, token: string): string {
  return wei < ONE / 100n ? shortAmountText(wei, token) : rateText(wei)
}

/** The value of tokens by the exchange's pools at their last reading; no line if the value is unknown. */
export function worthLine(amounts: readonly Held[]): PreviewLine[] {
  const pairs = valueOf(readingIn(useChainStore.getState(), pairReserves))
  const worth = pairs === undefined ? null : worthOf(pairs, amounts)
  return worth === null ? [] : [{ label: 'worth', value: `≈ ${amountText(worth, 18, 2, 2)} USDT` }]
}

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
