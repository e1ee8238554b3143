/** The languages of the app, as they are written in local storage and in the Accept-language header. */
export type Language = 'zh_CN' | 'en_US'

const languageKey = 'APP_LANG'
const defaultLanguage: Language = 'zh_CN'

/** The language that APP_LANG in local storage asks for; zh_CN when it says nothing usable or storage is closed. */
export function storedLanguage(): Language {
  try {
    return window.localStorage.getItem(languageKey) === 'en_US' ? 'en_US' : defaultLanguage
  } catch {
    return defaultLanguage
  }
}

/** Remembers the language. A storage that refuses is no reason to fail: the choice then lasts until the reload. */
export function storeLanguage(language: Language): void {
  try {
    window.localStorage.setItem(languageKey, language)
  } catch {
    // Private windows and full storages throw; see above.
  }
}
