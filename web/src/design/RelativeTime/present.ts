let clock = deviceTime

function deviceTime(): number {
  return Date.now() / 1_000
}

/** The present in unix seconds, by the clock that the app goes by; by the device's own until the app names one. */
export function present(): number {
  return clock()
}

/** @param now unix seconds */
export function setPresent(now: () => number): void {
  clock = now
}
