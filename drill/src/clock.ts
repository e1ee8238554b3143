/** Milliseconds of a clock that all processes of one machine share, and that never goes back within one of them. */
export function now(): number {
  return performance.timeOrigin + performance.now()
}
