/** A row of the benchmark table, and its comparison with a goal. */
export type Row = {
  metric: string
  measured: number
  unit: string
  /** the reference: a published figure, or a figure measured in the same run */
  reference: { name: string; value: number } | null
  /** null: only for information */
  goal: { most: number } | { least: number } | null
  /** the database server, if it varies; figures of different servers are not compared */
  server?: string
}

/** Thrown by a part that fails after all measurements. Its rows are shown with the others. */
export class MeasurementError extends Error {
  constructor(
    readonly rows: readonly Row[],
    faults: readonly string[],
  ) {
    super(faults.join('; '))
  }
}

/** measured ÷ reference; null without a reference */
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
 * @returns the least value that this share of the values does not exceed
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
