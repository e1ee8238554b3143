/** The parts of a distance in time, in its largest whole unit: the data for a text such as "in 3 days". */
export type TimeDistance = {
  unit: 'second' | 'minute' | 'hour' | 'day'
  count: number
  future: boolean
}

/** The distance of `at` from `now`, both in unix seconds, rounded down, in the largest unit that fits at least once. */
export function timeDistance(at: number, now: number): TimeDistance {
  const seconds = Math.abs(Math.floor(at - now))
  const future = at > now
  if (seconds < 60) return { unit: 'second', count: seconds, future }
  if (seconds < 3600) return { unit: 'minute', count: Math.floor(seconds / 60), future }
  if (seconds < 86_400) return { unit: 'hour', count: Math.floor(seconds / 3600), future }
  return { unit: 'day', count: Math.floor(seconds / 86_400), future }
}

/** Date and time in the reader's time zone, to the second: 2026-11-21 05:30:00. */
export function exactTime(at: number): string {
  const date = new Date(at * 1000)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}
