import { formatUnitsDown, groupThousands } from '@galx/protocol/units'

/** Wei as decimal text → tokens for a sentence, at most six decimals, rounded down; text that is no wei stays as it is. */
export function shownAmount(wei: string): string {
  return /^\d+$/.test(wei) ? groupThousands(formatUnitsDown(BigInt(wei), 6)) : wei
}

/** Unix seconds as decimal text → the device's own date and time; text that is no time stays as it is. */
export function shownTime(seconds: string): string {
  return /^\d{1,12}$/.test(seconds) ? new Date(Number(seconds) * 1_000).toLocaleString() : seconds
}
