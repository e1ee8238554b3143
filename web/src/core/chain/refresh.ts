/** Requests a reading now, without loading the poller's code. */
let refresh: () => Promise<void> = () => Promise.resolve()

/** The poller sets this function when it starts, and clears it when it stops. */
export function setRefresh(given: (() => Promise<void>) | null): void {
  refresh = given ?? (() => Promise.resolve())
}

/**
 * Reads all shown values now. Never rejects: the store marks a value that cannot be read. A call during a reading starts another reading
 * afterwards, because the running reading may not include the caller's change.
 */
export function refreshChain(): Promise<void> {
  return refresh()
}
