/**
 * Tells the tabs of one browser which of them holds a transaction, by a lock that the browser gives up with the tab. A browser without
 * such locks (Chrome before 69, Safari before 15.4) has every other tab's transaction look as if that tab had been closed.
 */

function nameOf(id: string): string {
  return `galx_transaction ${id}`
}

/** Locks a record for this tab. @returns releases it; calling it twice does no harm */
export function lockRecord(id: string): () => void {
  let end!: () => void
  const ended = new Promise<void>((resolve) => (end = resolve))
  // A browser may refuse, where a page may not store anything.
  void locks()
    ?.request(nameOf(id), () => ended)
    .catch(() => {})
  return end
}

/** Runs at once where no other tab holds the record, else as soon as it is released. */
export function whenReleased(id: string, run: () => void): void {
  const all = locks()
  if (all === undefined) return run()
  // Refused as above, it runs as in a browser without locks.
  all.request(nameOf(id), () => {}).then(run, run)
}

function locks(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks
}
