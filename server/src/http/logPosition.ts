/** The end of a history's page: the position of the page's last log in the chain. */
import { readCursor, SMALL, WHOLE, writeCursor } from './cursor.ts'

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
