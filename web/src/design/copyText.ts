/**
 * Puts `text` on the clipboard. Tries the clipboard API, then `execCommand('copy')`: Android WebViews refuse the clipboard API
 * even on a tap. Resolves to true on success. On false, the caller shows the text, so that it can be selected by hand.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.top = '0'
  field.style.opacity = '0'
  // A modal traps the focus, so the field must be inside the modal to be selectable.
  const focused = document.activeElement
  const host = focused?.closest('[role=dialog]') ?? document.body
  host.append(field)
  try {
    field.focus()
    field.setSelectionRange(0, text.length)
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
