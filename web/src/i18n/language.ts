/** The stored language of the app. */
import { LANGUAGES, type Language } from '@galx/protocol/languages'

const languageKey = 'APP_LANG'
export const DEFAULT_LANGUAGE: Language = 'zh_CN'

/** The language of APP_LANG in local storage; zh_CN if the value is unusable or storage is not available. */
export function storedLanguage(): Language {
  try {
    const stored = window.localStorage.getItem(languageKey) ?? ''
    return Object.keys(LANGUAGES).includes(stored) ? (stored as Language) : DEFAULT_LANGUAGE
  } catch {
    return DEFAULT_LANGUAGE
  }
}

/** Stores the language. If storage refuses, the choice lasts until the reload. */
export function storeLanguage(language: Language): void {
  try {
    window.localStorage.setItem(languageKey, language)
  } catch {
    // Private windows and full storages throw; see above.
  }
}
