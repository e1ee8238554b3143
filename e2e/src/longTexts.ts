/**
 * A made-up language: the app's English with longer words, and with accents above and below the letters. It shows a page as in a language that
 * needs more room. Only tests make it, from the built text files on their way to the browser.
 */
import type { Page, Route } from '@playwright/test'

/** A word in lower or mixed case. A token's symbol, an address and a figure stay as they are. */
const WORD = /(?<![\p{L}\p{N}])\p{L}\p{Ll}+(?![\p{L}\p{N}])/gu
const ACCENTS: Readonly<Record<string, string>> = {
  a: 'ặ',
  e: 'ễ',
  i: 'ị',
  o: 'ổ',
  u: 'ự',
  y: 'ỹ',
  A: 'Ậ',
  E: 'Ề',
  O: 'Ộ',
}

/** @returns the text with each word about 40 % longer */
export function longer(text: string): string {
  return text.replace(WORD, (word) => {
    const more = word.slice(-Math.max(1, Math.round(word.length * 0.4))).toLowerCase()
    return (word + more).replace(/[aeiouyAEO]/g, (letter) => ACCENTS[letter] ?? letter)
  })
}

/** Serves each English text file with longer texts. */
export async function lengthenTexts(page: Page): Promise<void> {
  await page.route(/\/assets\/\w*texts[.-]en-[^/]*\.js$/i, lengthenFile)
}

async function lengthenFile(route: Route): Promise<void> {
  const address = new URL(route.request().url())
  const response = await route.fetch()
  const list = /export\s*\{([^}]*)\}/.exec(await response.text())?.[1]
  if (list === undefined) throw new Error(`${address.pathname} exports nothing`)
  const names = list.split(',').map((part) => part.trim().split(' as ').pop()!)
  const body = [
    `import * as file from '${address.pathname}?unchanged'`,
    `const WORD = ${String(WORD)}, ACCENTS = ${JSON.stringify(ACCENTS)}`,
    String(longer),
    String(lengthen),
    ...names.map((name, place) => `const text${place} = lengthen(file.${name}, longer)`),
    `export { ${names.map((name, place) => `text${place} as ${name}`).join(', ')} }`,
  ]
  await route.fulfill({ response, body: body.join('\n') })
}

/** A text, a text with parameters, or an object of texts, with longer texts. */
function lengthen(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one: unknown) => lengthen(one, change))
  if (typeof value === 'function')
    return (...values: unknown[]) => lengthen((value as (...given: unknown[]) => unknown)(...values), change)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, lengthen(child, change)]))
}
