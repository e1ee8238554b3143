import { useSyncExternalStore } from 'react'
import type { Catalogue } from './catalogue.ts'
import { currentTexts, subscribeToTexts } from './texts.ts'

/** The texts of the current language: `const texts = useTexts().galx`. Renders again when the language changes. */
export function useTexts(): Catalogue {
  return useSyncExternalStore(subscribeToTexts, currentTexts)
}
