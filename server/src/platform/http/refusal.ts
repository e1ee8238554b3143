import { ERRORS, type ErrorName } from '@galx/protocol/http/errors'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@galx/protocol/languages'

/** A refused request, as an entry of the error table. Handlers throw it, and the error handler answers it. */
export class RefusalError extends Error {
  override name = 'RefusalError'
  readonly statusCode: number
  constructor(
    readonly reason: ErrorName,
    /** the field at fault, if any; also replaces `{field}` in the message */
    readonly field?: string,
    /** values for the `{name}` placeholders in the message */
    readonly facts: Record<string, string | number> = {},
  ) {
    super(reason)
    this.statusCode = ERRORS[reason].status
  }
}

/** A message of the error table in the caller's language. */
export function messageOf(
  reason: ErrorName,
  language: Language,
  facts: Record<string, string | number> = {},
): string {
  return ERRORS[reason][language].replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    name in facts ? String(facts[name]) : whole,
  )
}

/** @throws RefusalError tooManyRequests unless `seconds`, the time to wait, is 0 */
export function refuseAfter(seconds: number): void {
  if (seconds > 0) throw new RefusalError('tooManyRequests', undefined, { seconds })
}

const DEFAULT: Language = 'zh_CN'

/**
 * The language of `Accept-language`: the app sends a name such as `en_US`, browsers send a list with weights (`en-GB,en;q=0.9`).
 * The supported language with the highest weight wins; the first among equals. The default is Chinese.
 */
export function languageOf(header: string | undefined): Language {
  if (header === undefined) return DEFAULT
  if (Object.hasOwn(LANGUAGES, header)) return header as Language
  let best: Language = DEFAULT
  let bestWeight = 0
  for (const entry of header.slice(0, 200).split(',')) {
    const [tag = '', ...parameters] = entry.split(';')
    const primary = tag.trim().toLowerCase().split(/[-_]/)[0]
    const language = LANGUAGE_NAMES.find((name) => name.split('_')[0] === primary)
    const weightText = parameters
      .map((parameter) => parameter.trim())
      .find((parameter) => parameter.startsWith('q='))
    const weight = weightText === undefined ? 1 : Number(weightText.slice(2))
    if (language !== undefined && weight > bestWeight) {
      best = language
      bestWeight = weight
    }
  }
  return best
}
