/**
 * Lets the back button close sheets. While any overlay is open, one guard entry (same address) lies on top of the
 * browser's history: going back removes the guard, which closes the topmost overlay. Closing by other means takes the
 * guard away again, so that the next "back" leaves the page as expected.
 */
type Close = () => void

const open: Close[] = []
let listening = false
let takingBack = false

function guardIsOnTop(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'overlayGuard' in state
}

function putGuard() {
  window.history.pushState({ ...(window.history.state as object | null), overlayGuard: true }, '')
}

function onPop() {
  if (takingBack) {
    takingBack = false
    if (open.length > 0 && !guardIsOnTop()) putGuard()
    return
  }
  if (guardIsOnTop()) {
    // Reached by "forward" or after a navigation out of an overlay: the entry shows nothing, so it is skipped.
    if (open.length === 0) window.history.back()
    return
  }
  const close = open.pop()
  if (close === undefined) return
  if (open.length > 0) putGuard()
  close()
}

/** Registers an open overlay. @returns a function that unregisters it; call it when the overlay closes, for any reason */
export function registerOverlay(close: Close): () => void {
  if (!listening) {
    listening = true
    window.addEventListener('popstate', onPop)
  }
  open.push(close)
  if (!guardIsOnTop()) putGuard()
  return () => {
    const index = open.lastIndexOf(close)
    if (index >= 0) open.splice(index, 1)
    // One overlay often replaces another at the same moment: check again before going back.
    setTimeout(() => {
      if (open.length > 0 || takingBack || !guardIsOnTop()) return
      takingBack = true
      window.history.back()
    }, 0)
  }
}
