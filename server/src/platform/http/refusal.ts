import { ERRORS, type ErrorName, type Language } from '@galx/protocol/http/errors'

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
 * The language of `Accept-language`: the app sends `zh_CN` or `en_US`, browsers send a list with weights (`en-GB,en;q=0.9`).
 * The supported language with the highest weight wins; the first among equals. The default is Chinese.
 */
export function languageOf(header: string | undefined): Language {
  if (header === undefined || header === 'zh_CN') return DEFAULT
  if (header === 'en_US') return 'en_US'
  let best: Language = DEFAULT
  let bestWeight = 0
  for (const entry of header.slice(0, 200).split(',')) {
    const [tag = '', ...parameters] = entry.split(';')
    const primary = tag.trim().toLowerCase().split(/[-_]/)[0]
    const language: Language | null = primary === 'zh' ? 'zh_CN' : primary === 'en' ? 'en_US' : null
    const weightText = parameters
      .map((parameter) => parameter.trim())
      .find((parameter) => parameter.startsWith('q='))
    const weight = weightText === undefined ? 1 : Number(weightText.slice(2))
    if (language !== null && weight > bestWeight) {
      best = language
      bestWeight = weight
    }
  }
  return best
}
