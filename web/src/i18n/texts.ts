import { zhCatalogue, type Catalogue } from './catalogue.ts'
import { storeLanguage, storedLanguage, type Language } from './language.ts'

/** The language in use and its texts, outside React so that plain code (toasts, errors) can read them too. */
let language: Language = 'zh_CN'
let texts: Catalogue = zhCatalogue
const listeners = new Set<() => void>()

export const currentLanguage = (): Language => language
export const currentTexts = (): Catalogue => texts

export function subscribeToTexts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Loads a language's texts and makes them the current ones; sets <html lang>. Rejects when the English chunk cannot be
 * loaded; the language in use then stays.
 */
export async function loadLanguage(next: Language): Promise<void> {
  const loaded = next === 'en_US' ? (await import('./englishCatalogue.ts')).enCatalogue : zhCatalogue
  language = next
  texts = loaded
  document.documentElement.lang = next === 'en_US' ? 'en' : 'zh-CN'
  for (const listener of listeners) listener()
}

/** At start: the stored language, or Chinese when its chunk cannot be had. */
export async function startLanguage(): Promise<void> {
  await loadLanguage(storedLanguage()).catch(() => loadLanguage('zh_CN'))
}

/** Switches and remembers the language (the picker, where the deployment allows it). */
export async function switchLanguage(next: Language): Promise<void> {
  await loadLanguage(next)
  storeLanguage(next)
}
