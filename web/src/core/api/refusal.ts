import { ERRORS, type ErrorEntry } from '@galx/protocol/http/errors'
import { currentLanguage } from '../../i18n/texts.ts'

/** A refusal of a server. */
export type Refusal = {
  code: number
  /** the server's words, in the language of the request */
  message: string
}

/**
 * A refusal in the present language, by its code. The server's own words serve for a code that this app does not know, and for a text with
 * a value, which the answer has in its words only.
 */
export function refusalText({ code, message }: Refusal): string {
  const entry = Object.values<ErrorEntry>(ERRORS).find((one) => one.code === code)
  const text = entry?.[currentLanguage()]
  return text === undefined || text.includes('{') ? message : text
}
