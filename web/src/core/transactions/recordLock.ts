/** Locks of transaction records. */

/**
 * Locks a record for this tab, so that the other tabs of the browser know which tab holds the transaction. The browser releases the lock when the
 * tab closes. In a browser without such locks (Chrome before 69, Safari before 15.4), the transaction of an open tab looks as if that tab had been closed.
 * @returns a function that releases the lock; a second call does nothing
 */
export function lockRecord(id: string): () => void {
  let end!: () => void
  const ended = new Promise<void>((resolve) => (end = resolve))
  // A browser may refuse the lock if the page may not store anything.
  void locks()
    ?.request(nameOf(id), () => ended)
    .catch(() => {})
  return end
}

/** Runs at once if no other tab holds the record, else as soon as the lock is released. */
export function whenReleased(id: string, run: () => void): void {
  const all = locks()
  if (all === undefined) return run()
  // If the browser refuses the lock, the work runs as in a browser without locks.
  all.request(nameOf(id), () => {}).then(run, run)
}

function nameOf(id: string): string {
  return `galx_transaction ${id}`
}

function locks(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks
}
