/** Values by pool, token or another key. Any key may be absent. */
export type Keyed<Key extends string, T> = Partial<Record<Key, T>>

/** The present keys with their values. */
export function entries<Key extends string, T>(values: Keyed<Key, T>): [Key, T][] {
  return Object.entries(values) as [Key, T][]
}

/** The same keys with other values. */
export function mapKeyed<Key extends string, T, U>(
  values: Keyed<Key, T>,
  change: (value: T, key: Key) => U,
): Keyed<Key, U> {
  const changed: Keyed<Key, U> = {}
  for (const [key, value] of entries(values)) changed[key] = change(value, key)
  return changed
}
