import { formatUnitsDown, groupThousands } from '@galx/protocol/units'

/** Wei as decimal text → tokens for a sentence, at most six decimals, rounded down. Text that is not wei stays unchanged. */
export function shownAmount(wei: string): string {
  return /^\d+$/.test(wei) ? groupThousands(formatUnitsDown(BigInt(wei), 6)) : wei
}

/** As `shownAmount`, for a required amount: rounded up, so that the shown amount is always enough. */
export function shownNeed(wei: string): string {
  return shownAmount(
    /^\d+$/.test(wei) ? (((BigInt(wei) + SHOWN_STEP - 1n) / SHOWN_STEP) * SHOWN_STEP).toString() : wei,
  )
}

/** wei in one unit of the sixth decimal */
const SHOWN_STEP = 10n ** 12n

/** Unix seconds as decimal text → the device's date and time format. Text that is not a time stays unchanged. */
export function shownTime(seconds: string): string {
  return /^\d{1,12}$/.test(seconds) ? new Date(Number(seconds) * 1_000).toLocaleString() : seconds
}
