/** The exchange's notation of amounts and shares. */
import { formatUnits, formatUnitsDown } from '@galx/protocol/units'
import { amountText } from '../design/Amount/amountText.ts'
import { shownDecimals } from '../design/Amount/shownDecimals.ts'
import { shownCost } from '../staking/format.ts'
import type { Asset } from './assets.ts'
import { impactText } from './swapModel.ts'

/** "1,500.00 USDT", rounded down: for received amounts and balances. */
export function assetText(amount: bigint, asset: Asset): string {
  return `${amountText(amount, 18, 2, shownDecimals(asset))} ${asset}`
}

/** As `assetText`, for paid or lost amounts: rounded up. */
export function costText(amount: bigint, asset: Asset): string {
  return assetText(shownCost(amount, asset), asset)
}

/** Basis points as a percentage without trailing zeros: 30 → "0.3", 1402 → "14.02". */
export function percentOf(bps: bigint): string {
  return impactText(bps).replace(/\.?0+$/, '')
}

/**
 * A computed amount on the card's receiving side, rounded down: larger amounts have fewer decimals, so that
 * the whole number has room.
 */
export function receivedField(amount: bigint, asset: Asset): string {
  const whole = String(amount / 10n ** 18n).length
  return formatUnitsDown(amount, Math.max(2, Math.min(shownDecimals(asset), 9 - whole)))
}

/** As `receivedField`, for the paying side: rounded up, as on the button. The transaction uses the quote's exact wei, never this text. */
export function paidField(amount: bigint, asset: Asset): string {
  return formatUnits(shownCost(amount, asset))
}

/** A price with 18 decimals as text with about five significant digits: 1.2551, 0.048123. */
export function priceText(price: bigint): string {
  const digits = price.toString()
  const whole = Math.max(digits.length - 18, 0)
  return amountText(price, 18, 2, Math.min(18, whole > 0 ? Math.max(2, 5 - whole) : 23 - digits.length))
}
