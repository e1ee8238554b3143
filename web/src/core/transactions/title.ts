/** The line a transaction is known by: stored as a name and values, and worded in the language of now. */
import type { transactionTexts } from './texts.ts'

type Texts = ReturnType<typeof transactionTexts.current>

/** `values`: amounts with their tokens, token names, counts: the same in every language */
export type Title = { name: keyof Texts['titles']; values: string[] }

/** What a transaction is expected to bring: `value` holds amounts, units and signs alone, the same in every language. */
export type PreviewLine = { label: keyof Texts['deal']; value: string }

/** Several where several intents went to the wallet together. */
export type RecordTitle = string | Title | readonly (string | Title)[]

/** @param title a plain text stands as it is, in the language it was written in */
export function titleText(title: RecordTitle, texts: Texts): string {
  if (typeof title === 'string') return title
  if (isList(title)) return title.map((one) => titleText(one, texts)).join(' + ')
  const { titles } = texts
  const word: ((...values: string[]) => string) | undefined = titles[title.name]
  // A record of another version of the app may have a name that this one lacks.
  return word === undefined ? title.values.join(' ') : word(...title.values)
}

function isList(title: Exclude<RecordTitle, string>): title is readonly (string | Title)[] {
  return Array.isArray(title)
}
