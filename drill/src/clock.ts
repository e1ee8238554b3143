/** Milliseconds of a clock that all processes of a machine share, and that never goes back within a process. */
export function now(): number {
  return performance.timeOrigin + performance.now()
}
