/** How the exchange writes amounts and shares. */
import { formatUnitsDown } from '@galx/protocol/units'
import { amountText } from '../../design/Amount/amountText.ts'
import type { Asset } from './assets.ts'
import { impactText } from './swapModel.ts'

/** "1,500.00 USDT" */
export function assetText(amount: bigint, asset: Asset): string {
  return `${amountText(amount)} ${asset}`
}

/** Basis points as percent without zeros at the end: 30 → "0.3", 1402 → "14.02". */
export function percentOf(bps: bigint): string {
  return impactText(bps).replace(/\.?0+$/, '')
}

/**
 * What a side of the card shows that was computed, not typed, rounded down: six decimals, of larger amounts fewer, so that the whole
 * number has room.
 */
export function fieldText(amount: bigint): string {
  const whole = String(amount / 10n ** 18n).length
  return formatUnitsDown(amount, Math.max(2, Math.min(6, 9 - whole)))
}

/** A price of 18 decimals with about five figures, whatever its size: 1.2551, 0.048123. */
export function priceText(price: bigint): string {
  const digits = price.toString()
  const whole = Math.max(digits.length - 18, 0)
  return amountText(price, 18, 2, Math.min(18, whole > 0 ? Math.max(2, 5 - whole) : 23 - digits.length))
}
