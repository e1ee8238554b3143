import { formatUnitsDown, groupThousands } from '@galx/protocol/units'

/** Wei as decimal text → tokens for a sentence, at most six decimals, rounded down; text that is no wei stays as it is. */
export function shownAmount(wei: string): string {
  return /^\d+$/.test(wei) ? groupThousands(formatUnitsDown(BigInt(wei), 6)) : wei
}

/** The same for what is needed: rounded up, so that having what is shown is enough. */
export function shownNeed(wei: string): string {
  return shownAmount(
    /^\d+$/.test(wei) ? (((BigInt(wei) + SHOWN_STEP - 1n) / SHOWN_STEP) * SHOWN_STEP).toString() : wei,
  )
}

/** wei in the sixth decimal */
const SHOWN_STEP = 10n ** 12n

/** Unix seconds as decimal text → the device's own date and time; text that is no time stays as it is. */
export function shownTime(seconds: string): string {
  return /^\d{1,12}$/.test(seconds) ? new Date(Number(seconds) * 1_000).toLocaleString() : seconds
}
