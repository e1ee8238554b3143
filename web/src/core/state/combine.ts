import { fresh, LOADING, type Reading } from './reading.ts'

/** The type of a reading's known value. */
type ValueOf<R> = R extends { readonly value: infer Value } ? Value : never
type ValuesOf<R> = { -readonly [Index in keyof R]: ValueOf<R[Index]> }

/**
 * Combines several readings, each value with its own type. The result is known only if all are known: failed if one has failed, else
 * loading if one is loading, else stale if one is stale. The age is the age of the oldest reading.
 */
export function combine<R extends readonly (Reading<unknown> | undefined)[] | []>(
  readings: R,
): Reading<ValuesOf<R>> {
  const values: unknown[] = []
  let at = Number.MAX_SAFE_INTEGER
  let stale = false
  let waiting = false
  for (const reading of readings) {
    if (reading === undefined || reading.status === 'loading') waiting = true
    else if (reading.status === 'failed') return reading
    else {
      values.push(reading.value)
      at = Math.min(at, reading.at)
      stale ||= reading.status === 'stale'
    }
  }
  if (waiting) return LOADING
  // All readings were known, so each reading has its value, in the same order.
  const value = values as ValuesOf<R>
  if (values.length === 0) return fresh(value, 0)
  return stale ? { status: 'stale', value, at } : fresh(value, at)
}
