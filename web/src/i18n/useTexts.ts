import { useSyncExternalStore } from 'react'
import { amountsHidden } from './hiddenAmounts.ts'
import { currentLanguage, subscribeToTexts, type TextSpace } from './texts.ts'

/** Everything that decides how texts are written. */
function writing(): string {
  return `${currentLanguage()} ${amountsHidden()}`
}

/** Whether the holder's amounts are hidden. Renders again when that changes. */
export function useAmountsHidden(): boolean {
  return useSyncExternalStore(subscribeToTexts, amountsHidden)
}

/**
 * A folder's texts in the present language: `const texts = useTexts(galxTexts)`. Renders again when the language changes, and when
 * amounts are hidden or shown (they are parts of texts); suspends in the rare case that a component is drawn before its texts have arrived.
 */
export function useTexts<T>(space: TextSpace<T>): T {
  useSyncExternalStore(subscribeToTexts, writing)
  const texts = space.now()
  // React waits for a thrown promise and draws again. A promise for `use` would have to be the same object each time.
  // A failure is thrown to the boundary: after a rejected promise React would draw again, and so request the texts forever.
  if (texts === undefined) throw space.failure() ?? space.ready()
  return texts
}
