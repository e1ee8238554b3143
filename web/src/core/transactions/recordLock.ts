/**
 * Tells the tabs of one browser which tab holds a transaction, by a lock that the browser releases when the tab closes. In a browser without
 * such locks (Chrome before 69, Safari before 15.4), every other tab's transaction looks as if its tab had been closed.
 */

function nameOf(id: string): string {
  return `galx_transaction ${id}`
}

/** Locks a record for this tab. @returns a function that releases the lock; a second call does nothing */
export function lockRecord(id: string): () => void {
  let end!: () => void
  const ended = new Promise<void>((resolve) => (end = resolve))
  // A browser may refuse if the page may not store anything.
  void locks()
    ?.request(nameOf(id), () => ended)
    .catch(() => {})
  return end
}

/** Runs at once if no other tab holds the record, else as soon as the lock is released. */
export function whenReleased(id: string, run: () => void): void {
  const all = locks()
  if (all === undefined) return run()
  // If the browser refuses, the work runs as in a browser without locks.
  all.request(nameOf(id), () => {}).then(run, run)
}

function locks(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks
}
