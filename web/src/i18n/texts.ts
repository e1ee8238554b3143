/**
 * Texts outside React. Every folder keeps its own texts, one file for each language. The texts load together with the
 * code that shows them, only in the present language.
 */
import { LANGUAGES, type Language } from '@galx/protocol/languages'
import { DEFAULT_LANGUAGE, storedLanguage, storeLanguage } from './language.ts'

/** Widens the literal texts, so that another language may differ in wording but not in keys or parameters. */
export type Translation<T> = T extends string
  ? string
  : T extends (...parameters: infer P) => string
    ? (...parameters: P) => string
    : { readonly [Key in keyof T]: Translation<T[Key]> }

/** The texts of one folder. */
export type TextSpace<T> = {
  /** The texts in the present language. @throws Error while they have not loaded yet: see textsReady */
  current(): T
  /** As `current`, but undefined while the texts have not loaded yet. */
  now(): T | undefined
  /** Resolves when the texts have loaded in the present language. */
  ready(): Promise<void>
  /** The reason why the texts did not arrive; null if they arrived, or if nobody has asked since `askForTextsAgain`. */
  failure(): unknown
}

type Space = {
  load(language: Language): Promise<void>
  loaded: Partial<Record<Language, unknown>>
  failure: unknown
}

let language: Language = storedLanguage()
const spaces: Space[] = []
const listeners = new Set<() => void>()

export function currentLanguage(): Language {
  return language
}

export function subscribeToTexts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Defines a folder's texts and starts loading them. Each other language must have the keys and parameters of Chinese.
 * @param files a text file for each language, by dynamic import, so that each is loaded only in its language
 */
export function defineTexts<T>(
  files: { zh_CN: () => Promise<{ default: T }> } & Record<
    Exclude<Language, 'zh_CN'>,
    () => Promise<{ default: Translation<NoInfer<T>> }>
  >,
): TextSpace<Translation<T>> {
  const asked: Partial<Record<Language, Promise<void>>> = {}
  const space: Space = {
    loaded: {},
    failure: null,
    load: (wanted) =>
      (asked[wanted] ??= files[wanted]().then(
        (file) => {
          space.loaded[wanted] = file.default
          space.failure = null
        },
        (error: unknown) => {
          delete asked[wanted]
          space.failure = error
          throw error
        },
      )),
  }
  spaces.push(space)
  // The code that waits for a text file reports a file that does not arrive.
  space.load(language).catch(() => {})
  const now = () => space.loaded[language] as Translation<T> | undefined
  return {
    now,
    current() {
      const texts = now()
      if (texts === undefined) throw new Error('These texts are not loaded yet')
      return texts
    },
    ready: () => space.load(language),
    failure: () => space.failure,
  }
}

/** Lets parts that were drawn without their texts request the texts again. */
export function askForTextsAgain(): void {
  for (const space of spaces) space.failure = null
}

/** Resolves when all code that has arrived so far has its texts. Rejects when a text file does not arrive. */
export async function textsReady(): Promise<void> {
  await loadAll(language)
}

async function loadAll(wanted: Language): Promise<void> {
  // Code that arrives meanwhile adds its own texts, so the loop goes on until no texts were added.
  for (let loaded = -1; loaded !== spaces.length;) {
    loaded = spaces.length
    await Promise.all(spaces.map((space) => space.load(wanted)))
  }
}

/**
 * Loads a language's texts for all code that has arrived and makes it the present language; sets <html lang>. Rejects if
 * a text file cannot be loaded; the language then stays unchanged.
 */
export async function loadLanguage(next: Language): Promise<void> {
  await loadAll(next)
  language = next
  document.documentElement.lang = LANGUAGES[next].html
  drawAgain()
}

/** Draws every part that shows texts once more. */
export function drawAgain(): void {
  for (const listener of listeners) listener()
}

/** Called at start: sets the stored language, or Chinese if the stored language's texts do not arrive. */
export async function startLanguage(): Promise<void> {
  await loadLanguage(storedLanguage()).catch(() => loadLanguage(DEFAULT_LANGUAGE))
}

/** Switches and stores the language (for the picker, if the deployment allows it). */
export async function switchLanguage(next: Language): Promise<void> {
  await loadLanguage(next)
  storeLanguage(next)
}
