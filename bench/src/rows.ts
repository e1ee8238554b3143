/** One row of the benchmark table, and how it is compared with a goal. */
export type Row = {
  metric: string
  measured: number
  unit: string
  /** What it is compared with: a published figure or one measured beside it. */
  reference: { name: string; value: number } | null
  /** null: shown for information */
  goal: { most: number } | { least: number } | null
  /** the database's server, where there may be one or another: figures of different servers are not compared */
  server?: string
}

/** Of a part that fails although all of it was measured: its rows are shown with the others. */
export class MeasurementError extends Error {
  constructor(
    readonly rows: readonly Row[],
    faults: readonly string[],
  ) {
    super(faults.join('; '))
  }
}

/** measured ÷ reference; null without one */
export function ratioOf({ measured, reference }: Row): number | null {
  return reference === null ? null : measured / reference.value
}

/** null without a goal */
export function isMet({ measured, goal }: Row): boolean | null {
  if (goal === null) return null
  return 'most' in goal ? measured <= goal.most : measured >= goal.least
}

/**
 * @param share from 0 to 1
 * @returns the least of the values that so many of them do not exceed
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (found === undefined) throw new Error('no values to take a quantile of')
  return found
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  if (upper === undefined) throw new Error('no values to take the median of')
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}
