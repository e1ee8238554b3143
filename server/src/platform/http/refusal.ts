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
