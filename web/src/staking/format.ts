/** Figures of the staking kit as text. Amounts are wei, rounded down; costs are rounded up. Times are unix seconds. */
import { formatUnitsDown } from '@galx/protocol/units'
import { amountText } from '../design/Amount/amountText.ts'
import { shownDecimals } from '../design/Amount/shownDecimals.ts'
import { ownText } from '../i18n/hiddenAmounts.ts'

export const ONE = 10n ** 18n

/** A cost as text, rounded up to the token's last shown decimal, so that the true cost never exceeds the shown cost. */
export function shownCost(wei: bigint, token?: string): bigint {
  const step = 10n ** BigInt(18 - shownDecimals(token))
  return ((wei + step - 1n) / step) * step
}

/**
 * A share as a percentage with two decimals, rounded down: `0.84%`. Above 0 but too small to show is `<0.01%`; null
 * if the total is 0.
 */
export function percentText(part: bigint, total: bigint): string | null {
  if (total === 0n) return null
  const hundredths = (part * 10_000n) / total
  if (hundredths === 0n && part > 0n) return '<0.01%'
  return `${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, '0')}%`
}

/** Basis points as a percentage: 1500 → `15%`, 592 → `5.92%`. */
export function bpsText(bps: number): string {
  return `${formatUnitsDown(BigInt(bps), 2, { decimals: 2 })}%`
}

/** A tier's multiplier in basis points as text: 15000 → `1.5`. */
export function multiplierText(bps: number): string {
  return formatUnitsDown(BigInt(bps), 2, { decimals: 4 })
}

/** A level's boost in basis points as text, with at least two decimals, so that several boosts align: 11000 → `1.10`. */
export function boostText(bps: number): string {
  return amountText(BigInt(bps), 4, 2, 4)
}

/** A rate as text: two decimals from 100 upward, else up to four. Rounded down. */
export function rateText(wei: bigint): string {
  return amountText(wei, 18, 2, wei >= 100n * ONE ? 2 : 4)
}

/** Amounts below this limit, 0.01 BTCB, are also written in satoshi. */
const SMALL_BTCB = ONE / 100n

/** A satoshi (10^-8 bitcoin) is 10^10 wei of BTCB. */
const SATOSHI_DECIMALS = 10

/**
 * An amount of BTCB in satoshi, rounded down, with two decimals if it is below a hundred or counts by the second;
 * null for other tokens and larger amounts.
 */
export function satoshiText(wei: bigint, token: string, counting = false): string | null {
  if (token !== 'BTCB' || wei >= SMALL_BTCB) return null
  const fine = counting || wei < 100n * 10n ** BigInt(SATOSHI_DECIMALS)
  return amountText(wei, SATOSHI_DECIMALS, counting ? 2 : 0, fine ? 2 : 0)
}

/** A rate with its unit: satoshi for a small rate of BTCB. @param satoshi the unit's name */
export function rateIn(wei: bigint, token: string, satoshi: string): [amount: string, unit: string] {
  const small = satoshiText(wei, token)
  return small === null ? [rateText(wei), token] : [small, satoshi]
}

/** As `rateIn`, for a rate of the holder, which may be hidden. */
export function ownRate(wei: bigint, token: string, satoshi: string): [amount: string, unit: string] {
  const [amount, unit] = rateIn(wei, token, satoshi)
  return [ownText(amount), unit]
}

/** An amount on a button: two decimals, or the most decimals if two would show zero. Rounded down. */
export function shortAmountText(wei: bigint, token: string): string {
  return amountText(wei, 18, 2, wei < SMALL_BTCB ? shownDecimals(token) : 2)
}

function two(part: number) {
  return String(part).padStart(2, '0')
}

/** The date of a time in the reader's time zone: 2027-01-01. */
export function dateText(at: number): string {
  const date = new Date(at * 1_000)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The date and time to the minute in the reader's time zone: 2027-01-01 18:00. */
export function minuteText(at: number): string {
  const date = new Date(at * 1_000)
  return `${dateText(at)} ${two(date.getHours())}:${two(date.getMinutes())}`
}

export type Countdown = {
  days: number
  /** hours, minutes and seconds beyond the days: 03:27:41 */
  clock: string
}

/** The remaining whole seconds, never below 0. A fraction counts as a whole second, so that nothing ends too early. */
export function countdown(seconds: number): Countdown {
  const left = Math.max(0, Math.ceil(seconds))
  const [hours, minutes] = [Math.floor((left % 86_400) / 3_600), Math.floor((left % 3_600) / 60)]
  return { days: Math.floor(left / 86_400), clock: `${two(hours)}:${two(minutes)}:${two(left % 60)}` }
}

/** A term's length in its largest whole unit. */
export type TermLength = {
  count: number
  unit: 'day' | 'hour' | 'minute' | 'second'
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

export function termLength(seconds: number): TermLength {
  for (const [unit, size] of UNITS)
    if (seconds >= size && seconds % size === 0) return { count: seconds / size, unit }
  return { count: seconds, unit: 'second' }
}
