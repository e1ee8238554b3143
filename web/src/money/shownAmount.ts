import { formatUnitsDown, groupThousands } from '@galx/protocol/units'

/** Wei as decimal text → tokens for a sentence, at most six decimals, rounded down; text that is no wei stays as it is. */
export function shownAmount(wei: string): string {
  return /^\d+$/.test(wei) ? groupThousands(formatUnitsDown(BigInt(wei), 6)) : wei
}
