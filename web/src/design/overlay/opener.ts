/**
 * Where the keyboard goes when the last overlay closes: back to what opened the first one, also when sheets have followed
 * each other; to the page itself when that element is gone or switched off by then.
 */
let opener: Element | null = null

/** Called when an overlay opens, before the focus moves into it. */
export function noteOpener(): void {
  const focused = document.activeElement
  if (focused !== null && focused.closest('[role=dialog]') === null) opener = focused
}

function afterOverlay(): HTMLElement | null {
  const usable = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  if (usable && !opener?.matches(':disabled')) return opener as HTMLElement
  return document.getElementById('content')
}

/**
 * Moves the focus when an overlay closes, once the overlay has let go of it; leaves it alone where the next overlay has
 * taken it already. The dialog's own way is not used: in the place of the page it would choose the first button in it.
 * @returns false, which tells the dialog that the focus is taken care of
 */
export function focusAfterOverlay(): false {
  queueMicrotask(() => {
    const holder = document.activeElement?.closest('[role=dialog], dialog')
    if (holder != null && !holder.hasAttribute('data-closed')) return
    const next = afterOverlay()
    next?.focus({ preventScroll: true })
    if (next === opener && next !== null) keepInPage(next)
  })
  return false
}

/**
 * A row whose stake has just left goes a moment after its sheet. A browser would then give the keyboard to nothing, and the next Tab would
 * begin at the top: the page takes it, unless it has moved on before.
 */
function keepInPage(element: Element): void {
  const removal = new MutationObserver(() => {
    if (element.isConnected) return
    stop()
    document.getElementById('content')?.focus({ preventScroll: true })
  })
  const stop = () => {
    removal.disconnect()
    document.removeEventListener('focusin', stop)
  }
  removal.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', stop)
}
