/**
 * The focus after the last overlay closes: it goes back to the element that opened the first overlay, even after several sheets in a
 * row. If that element is gone or disabled by then, the focus goes to the page itself.
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
 * Moves the focus after an overlay has closed and released it, unless the next overlay has already
 * taken it. The dialog's own behaviour is not used, because it would focus the page's first button instead of the page.
 * @returns false, which tells the dialog that the focus is handled
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
 * The row of a withdrawn stake disappears a moment after its sheet. The browser would then drop the focus, and the next Tab would
 * begin at the top. So the page takes the focus, unless the focus has already moved on.
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
