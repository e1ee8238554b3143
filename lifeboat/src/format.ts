import { formatUnits, groupThousands } from '@galx/protocol/units'

/** All digits: an amount to sign is never rounded. */
export function amountText(amount: bigint, token: string): string {
  return `${groupThousands(formatUnits(amount))} ${token}`
}

export function timeText(seconds: number, language: string): string {
  // JavaScript has no date for a later time.
  if (seconds > 8_640_000_000_000) return String(seconds)
  return new Date(seconds * 1_000).toLocaleString(language.replace('_', '-'), {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
}

export function shortAddress(address: string): string {
  return `${address.slice(0, 8)}…${address.slice(-6)}`
}
