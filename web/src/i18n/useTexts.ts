import { useSyncExternalStore } from 'react'
import { currentLanguage, subscribeToTexts, type TextSpace } from './texts.ts'

/**
 * A folder's texts in the language in use: `const texts = useTexts(galxTexts)`. Renders again when the language changes;
 * suspends in the rare case that the component is drawn before its texts have arrived.
 */
export function useTexts<T>(space: TextSpace<T>): T {
  useSyncExternalStore(subscribeToTexts, currentLanguage)
  const texts = space.now()
  // React waits for what is thrown and draws again: a promise from `use` would have to be the same one each time.
  // A failure goes to the boundary: after a promise that rejects React draws again, and would ask without end.
  if (texts === undefined) throw space.failure() ?? space.ready()
  return texts
}
