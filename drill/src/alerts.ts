/** The alerts and their examples. */
import type { Alert } from '@galx/operator/kit/alerts/alert'
import { alertsOf } from '@galx/operator/kit/alerts/rules'

/** Every alert of three machines. */
export function alerts(): Alert[] {
  return alertsOf('ha')
}

/** The values of a series in promtool's notation: `1`, `1x3`, `1+2x3`, `1-2x3`, `_`, `_x3`; null: no sample. */
export function valuesOf(notation: string): (number | null)[] {
  return notation
    .trim()
    .split(/\s+/)
    .flatMap((part) => {
      const match = /^(_|-?[\d.e]+|-?Inf|NaN)(?:([+-][\d.e]+))?(?:x(\d+))?$/.exec(part)
      if (match === null) throw new Error(`"${part}" is not a value in promtool's notation`)
      const [, first = '', step = '0', times] = match
      // `1x3` is the first value and three repetitions. `_x3` is three missing values in all.
      const count = times === undefined ? 1 : Number(times) + (first === '_' ? 0 : 1)
      return Array.from({ length: count }, (_, index) =>
        first === '_' ? null : Number(first.replace('Inf', 'Infinity')) + Number(step) * index,
      )
    })
}

/** `2m`, `90s` or `1h30m` in seconds */
export function secondsOf(duration: string): number {
  const units: Record<string, number> = { d: 86_400, h: 3_600, m: 60, s: 1 }
  return [...duration.matchAll(/(\d+)([dhms])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * units[unit!]!,
    0,
  )
}
