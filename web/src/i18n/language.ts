/** The languages of the app, with their names in local storage and in the Accept-language header. */
export type Language = 'zh_CN' | 'en_US'

const languageKey = 'APP_LANG'
const defaultLanguage: Language = 'zh_CN'

/** The language of APP_LANG in local storage; zh_CN if the value is unusable or storage is not available. */
export function storedLanguage(): Language {
  try {
    return window.localStorage.getItem(languageKey) === 'en_US' ? 'en_US' : defaultLanguage
  } catch {
    return defaultLanguage
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
