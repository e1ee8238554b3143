/** Asking for a reading now, without the code that reads. */
let refresh: () => Promise<void> = () => Promise.resolve()

/** Given by the poller when it starts, and taken back when it stops. */
export function setRefresh(given: (() => Promise<void>) | null): void {
  refresh = given ?? (() => Promise.resolve())
}

/**
 * Reads everything that is shown now. Never rejects: what cannot be read is marked in the store. A call while a reading is
 * under way starts one more after it, because the one under way may not show yet what the caller has just done.
 */
export function refreshChain(): Promise<void> {
  return refresh()
}
