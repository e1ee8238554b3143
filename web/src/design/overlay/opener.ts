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

/** What gets the focus when an overlay closes. */
export function focusAfterOverlay(): HTMLElement | null {
  const usable = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  if (usable && !opener?.matches(':disabled')) return opener as HTMLElement
  return document.getElementById('content')
}
