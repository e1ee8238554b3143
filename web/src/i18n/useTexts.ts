import { useSyncExternalStore } from 'react'
import { currentLanguage, subscribeToTexts, type TextSpace } from './texts.ts'

/**
 * A folder's texts in the present language: `const texts = useTexts(galxTexts)`. Renders again when the language changes;
 * suspends in the rare case that a component is drawn before its texts have arrived.
 */
export function useTexts<T>(space: TextSpace<T>): T {
  useSyncExternalStore(subscribeToTexts, currentLanguage)
  const texts = space.now()
  // React waits for a thrown promise and draws again. A promise for `use` would have to be the same object each time.
  // A failure goes to the boundary: after a rejected promise React draws again, and would request the texts forever.
  if (texts === undefined) throw space.failure() ?? space.ready()
  return texts
}
