/** `nextCursor`: the end of a page, as an opaque string. A cursor from a caller is checked like any other input. */
import { RefusalError } from '../platform/http/refusal.ts'

export function writeCursor(parts: readonly (string | number)[]): string {
  return Buffer.from(parts.join(':'), 'latin1').toString('base64url')
}

/**
 * @param form the pattern of each part, in order; usually whole numbers
 * @throws RefusalError for `cursor`, if `writeCursor` cannot have written the cursor for such a list
 */
export function readCursor(cursor: string, form: readonly RegExp[]): string[] {
  const bytes = Buffer.from(cursor, 'base64url')
  const parts = bytes.toString('latin1').split(':')
  const canonical = bytes.toString('base64url') === cursor
  if (!canonical || parts.length !== form.length || !form.every((one, index) => one.test(parts[index]!)))
    throw new RefusalError('invalidField', 'cursor')
  return parts
}

/** Fits into a 64-bit integer of the database and into a JavaScript number. */
export const WHOLE = /^(?:0|[1-9][0-9]{0,14})$/
/** wei */
export const AMOUNT = /^(?:0|[1-9][0-9]{0,77})$/
/** log indices, 32-bit in the database */
const SMALL = /^(?:0|[1-9][0-9]{0,8})$/

/** The end of a history's page: the position of the page's last log in the chain. */
export type LogPosition = { blockNumber: number; logIndex: number }

/** A position before the newest possible log. */
export const BEFORE_FIRST: LogPosition = { blockNumber: Number.MAX_SAFE_INTEGER, logIndex: 2 ** 31 - 1 }

/** @throws RefusalError naming `cursor` */
export function readPosition(cursor: string): LogPosition {
  const [blockNumber, logIndex] = readCursor(cursor, [WHOLE, SMALL])
  return { blockNumber: Number(blockNumber), logIndex: Number(logIndex) }
}

export function writePosition({ blockNumber, logIndex }: LogPosition): string {
  return writeCursor([blockNumber, logIndex])
}
