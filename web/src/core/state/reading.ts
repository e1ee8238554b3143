/**
 * A value that comes from elsewhere (chain, server). An unknown value has its own type and is never a zero: a reading that is not `fresh` or
 * `stale` has no value that a component could print.
 */
export type Reading<T> =
  | { readonly status: 'loading' }
  /** `at`: the time of the reading, milliseconds since 1970; for the chain, the block's time */
  | { readonly status: 'fresh'; readonly value: T; readonly at: number }
  /** the last known value, after a later reading failed */
  | { readonly status: 'stale'; readonly value: T; readonly at: number }
  | { readonly status: 'failed'; readonly reason: string }

export const LOADING: Reading<never> = { status: 'loading' }

export function fresh<T>(value: T, at: number): Reading<T> {
  return { status: 'fresh', value, at }
}

/** The reading after a failed attempt: the last value marked stale, or `failed` if there was no value. */
export function afterFailure<T>(last: Reading<T> | undefined, reason: string): Reading<T> {
  if (last?.status === 'fresh') return { status: 'stale', value: last.value, at: last.at }
  if (last?.status === 'stale') return last
  return { status: 'failed', reason }
}

/** The value, or undefined. Callers decide how to show a missing value; they cannot get a zero by accident. */
export function valueOf<T>(reading: Reading<T> | undefined): T | undefined {
  return reading?.status === 'fresh' || reading?.status === 'stale' ? reading.value : undefined
}

/**
 * As mapReading, for a part that the source itself may not know (null). An unknown part is shown as a failed reading, never as a
 * zero.
 */
export function mapKnown<T, U>(reading: Reading<T>, change: (value: T) => U | null): Reading<U> {
  if (reading.status === 'loading' || reading.status === 'failed') return reading
  const value = change(reading.value)
  if (value === null) return { status: 'failed', reason: 'not known yet' }
  return { status: reading.status, value, at: reading.at }
}

/** Changes the value and keeps the rest: `mapReading(balance, (wei) => formatUnitsDown(wei, 6))`. */
export function mapReading<T, U>(reading: Reading<T>, change: (value: T) => U): Reading<U> {
  return reading.status === 'fresh' || reading.status === 'stale'
    ? { status: reading.status, value: change(reading.value), at: reading.at }
    : reading
}
