/** A transaction's title: stored as a name and values, and written in the app's present language. */
import { ownText } from '../../i18n/hiddenAmounts.ts'
import type { transactionTexts } from './texts.ts'

type Texts = ReturnType<typeof transactionTexts.current>

/** `values`: amounts with their tokens, token names, counts: the same in every language */
export type Title = { name: keyof Texts['titles']; values: string[] }

/** The expected result of a transaction: `value` holds only amounts, units and signs, the same in every language. */
export type PreviewLine = { label: keyof Texts['deal']; value: string }

/** Several titles if several intents went to the wallet together. */
export type RecordTitle = string | Title | readonly (string | Title)[]

/** @param title a string is returned unchanged, in the language in which it was written */
export function titleText(title: RecordTitle, texts: Texts): string {
  if (typeof title === 'string') return title
  if (isList(title)) return title.map((one) => titleText(one, texts)).join(' + ')
  const { titles } = texts
  const word: ((...values: string[]) => string) | undefined = titles[title.name]
  // A record of another version of the app may have a name that this version lacks.
  return word === undefined ? title.values.join(' ') : word(...title.values)
}

/** The amounts in a title. Every amount has decimals. The numbers of passes and levels have no decimals. */
const AMOUNTS = /[<>]?\d[\d,]*\.\d+/g

/**
 * The title of a transaction that has ended, or of one of its steps. The amounts in the title may be hidden. The amounts of a
 * running transaction are always shown, because people compare them with the amounts in the wallet.
 */
export function endedTitle(title: RecordTitle, texts: Texts): string {
  return titleText(title, texts).replace(AMOUNTS, ownText)
}

function isList(title: Exclude<RecordTitle, string>): title is readonly (string | Title)[] {
  return Array.isArray(title)
}
