/**
 * Tells the tabs of one browser which of them has a transaction in hand, by a lock that the browser gives up with the tab. A browser without
 * such locks (Chrome before 69, Safari before 15.4) has every other tab's transaction look as if that tab had been closed.
 */

function nameOf(id: string): string {
  return `galx_transaction ${id}`
}

/** Marks a record as in hand in this tab. @returns ends that; calling it twice does no harm */
export function holdRecord(id: string): () => void {
  let end!: () => void
  const ended = new Promise<void>((resolve) => (end = resolve))
  // A browser may refuse, where a page may not store anything.
  void locks()
    ?.request(nameOf(id), () => ended)
    .catch(() => {})
  return end
}

/** Runs at once where no other tab has the record in hand, else as soon as none has. */
export function whenNotInHand(id: string, run: () => void): void {
  const all = locks()
  if (all === undefined) return run()
  // Refused as above, it runs as in a browser without locks.
  all.request(nameOf(id), () => {}).then(run, run)
}

function locks(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks
}
