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
    afterOverlay()?.focus({ preventScroll: true })
  })
  return false
}
