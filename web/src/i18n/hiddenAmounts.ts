/** Whether this device hides the holder's amounts, and the mark that replaces each hidden amount. */
import { drawAgain } from './texts.ts'

const hiddenKey = 'galx_hidden'

/** Replaces each hidden amount. Always the same, because its length must not reveal anything about the amount. */
export const MARK = '****'

let hidden = stored()

function stored(): boolean {
  try {
    return window.localStorage.getItem(hiddenKey) === 'yes'
  } catch {
    return false
  }
}

export function amountsHidden(): boolean {
  return hidden
}

/** Hides or shows the amounts and stores the choice. If storage refuses, the choice lasts until the reload. */
export function hideAmounts(hide: boolean): void {
  hidden = hide
  try {
    window.localStorage.setItem(hiddenKey, hide ? 'yes' : 'no')
  } catch {
    // Private windows and full storages throw; see above.
  }
  drawAgain()
}

/**
 * An amount of the holder as text, or the mark while amounts are hidden. Every such text goes through this function, and every such figure
 * through `Amount` (design/). Not hidden: public figures, and amounts that the holder types or is about to sign.
 */
export function ownText(text: string): string {
  return hidden ? MARK : text
}
