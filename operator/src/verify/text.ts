/** Amounts, times and shares as text for a reader. Nothing here rounds an amount. */
import { formatEther } from 'viem'

/** The last second of the year 9999: later dates have no common notation. */
const LAST_DATE = 253_402_300_799n

/** @param seconds unix time. @returns in UTC, to the minute */
export function dateText(seconds: bigint): string {
  if (seconds > LAST_DATE) return 'after the year 9999'
  const date = new Date(Number.parseInt(seconds.toString(), 10) * 1_000)
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** @param seconds a duration. @returns the duration in the largest units that are exact, such as `2 days` or `1 hour 5 seconds` */
export function durationText(seconds: bigint): string {
  if (seconds === 0n) return '0 seconds'
  const units: [bigint, string][] = [
    [86_400n, 'day'],
    [3_600n, 'hour'],
    [60n, 'minute'],
    [1n, 'second'],
  ]
  let rest = seconds
  const parts: string[] = []
  for (const [length, name] of units) {
    const count = rest / length
    rest %= length
    if (count > 0n) parts.push(`${count} ${name}${count === 1n ? '' : 's'}`)
  }
  return parts.join(' ')
}

/** @param wei of an 18-decimal token. @returns whole tokens in groups of thousands, with every decimal */
export function amountText(wei: bigint, symbol: string): string {
  const [whole, decimals] = formatEther(wei).split('.') as [string, string?]
  return `${countText(whole)}${decimals ? `.${decimals}` : ''} ${symbol}`
}

/** @returns a whole number in groups of thousands */
export function countText(whole: bigint | string): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ' ')
}

/** @param basisPoints hundredths of a percent. @returns a percentage */
export function shareText(basisPoints: bigint | number): string {
  const value = BigInt(basisPoints)
  const decimals = (value % 100n).toString().padStart(2, '0').replace(/0+$/, '')
  return `${value / 100n}${decimals ? `.${decimals}` : ''} %`
}

export type TierTerms = { duration: number; multiplierBps: number; penaltyBps: number }

/** One tier of a pool. */
export function tierText({ duration, multiplierBps, penaltyBps }: TierTerms): string {
  const lock = duration === 0 ? 'no lock' : `a lock of ${durationText(BigInt(duration))}`
  const weight = `weight ×${(BigInt(multiplierBps) / 100n).toString().replace(/(\d\d)$/, '.$1')}`
  const penalty = penaltyBps === 0 ? '' : `, an early exit costs up to ${shareText(penaltyBps)}`
  return `${lock}, ${weight}${penalty}`
}
