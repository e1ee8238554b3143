let clock = deviceTime

function deviceTime(): number {
  return Date.now() / 1_000
}

/** The present in unix seconds, by the app's clock; by the device's clock until the app sets a clock. */
export function present(): number {
  return clock()
}

/** @param now unix seconds */
export function setPresent(now: () => number): void {
  clock = now
}
