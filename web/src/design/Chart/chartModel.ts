/** One measured value at one time. */
export type ChartPoint = {
  /** Unix seconds. */
  at: number
  /** In the caller's unit; `format` writes it as text. */
  value: bigint
}

/** A point in the plot, in percent of its width from the left and of its height from the top. */
export type PlottedPoint = ChartPoint & { left: number; top: number }

export type Plot = {
  points: readonly PlottedPoint[]
  /** The first highest point and the first lowest point. */
  high: PlottedPoint
  low: PlottedPoint
  last: PlottedPoint
  /** The values differ by less than the least span of the axis. */
  flat: boolean
  /** The axis is logarithmic, because the highest value is many times the lowest value. */
  logarithmic: boolean
}

const PRECISION = 1_000_000n
/** From this ratio of the highest value to the lowest value, the axis is logarithmic: on a linear axis all but the highest values would lie on the floor. */
const WIDE = 20n

/**
 * Places points in a plot: time from left to right, value from bottom to top. The lowest value lies on the floor and the highest under the
 * ceiling; values that are all equal lie in the middle. A single point lies at the right.
 * @param points in any order; of two points at the same second, the later point in the list is drawn last
 * @param leastBps the axis spans at least this part of the highest value, so that a tiny change is not drawn as a large change
 * @returns null if there is no point
 */
export function plotOf(points: readonly ChartPoint[], leastBps = 0n): Plot | null {
  const sorted = [...points].sort((one, other) => one.at - other.at)
  const first = sorted[0]
  const end = sorted.at(-1)
  if (!first || !end) return null
  let least = first.value
  let most = first.value
  for (const { value } of sorted) {
    if (value < least) least = value
    if (value > most) most = value
  }
  const seconds = end.at - first.at
  const leastSpan = (most * leastBps) / 10_000n
  const flat = most === least || most - least < leastSpan
  const axis = flat ? leastSpan : most - least
  // Above the highest value and below the lowest value, a flat line has the same space.
  const floor = flat ? least - (leastSpan - (most - least)) / 2n : least
  const logarithmic = least > 0n && most >= least * WIDE
  // Rounding affects only the picture: a linear quotient has six digits before it becomes a number.
  const heightOf = (value: bigint) =>
    logarithmic
      ? Math.log(Number(value) / Number(least)) / Math.log(Number(most) / Number(least))
      : Number(((value - floor) * PRECISION) / axis) / 1_000_000
  const plotted = sorted.map((point) => ({
    ...point,
    left: seconds === 0 ? 100 : ((point.at - first.at) / seconds) * 100,
    top: axis === 0n ? 50 : 100 - heightOf(point.value) * 100,
  }))
  const found = (value: bigint) => plotted.find((point) => point.value === value) as PlottedPoint
  const last = plotted.at(-1) as PlottedPoint
  return { points: plotted, high: found(most), low: found(least), last, flat, logarithmic }
}

/** The index of the point nearest to a position in the plot (percent from the left). */
export function nearestIndex(points: readonly PlottedPoint[], left: number): number {
  let low = 0
  let high = points.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle]?.left ?? 0) < left) low = middle + 1
    else high = middle
  }
  const before = points[low - 1]
  const after = points[low]
  return before && after && left - before.left < after.left - left ? low - 1 : low
}

/** The selected index after a key press; undefined for keys without a meaning here. */
export function indexAfterKey(key: string, index: number, count: number): number | undefined {
  const page = Math.max(1, Math.round(count / 10))
  const next: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    PageDown: index - page,
    PageUp: index + page,
    Home: 0,
    End: count - 1,
  }
  const moved = next[key]
  return moved === undefined ? undefined : Math.min(Math.max(moved, 0), count - 1)
}

/**
 * A time under the plot in the reader's time zone: 14:05 if the plot spans at most two days, 11-21 up to ten months, 2026-11 beyond.
 * @param at unix seconds
 * @param span seconds from the first to the last point
 */
export function axisTime(at: number, span: number): string {
  const date = new Date(at * 1000)
  const two = (part: number) => String(part).padStart(2, '0')
  if (span <= 2 * 86_400) return `${two(date.getHours())}:${two(date.getMinutes())}`
  if (span <= 300 * 86_400) return `${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}`
}
