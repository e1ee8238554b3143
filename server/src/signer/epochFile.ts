/** Reads an epoch's file from the tables: header and parts as text. `maySign` checks that the file is the published file. */
import type { Queryable } from '../platform/database/connection.ts'
import { programsIn, readSomeParts } from '../ledger/epochFile.ts'
import { namedParts } from './fileText.ts'

/** @returns null if the tables have no header */
export async function readHeader(sql: Queryable, epoch: number): Promise<string | null> {
  const [row] = await sql<{ header: string }[]>`select header from galx.epochs where epoch = ${epoch}`
  return row === undefined ? null : Buffer.from(row.header.slice(2), 'hex').toString('utf8')
}

/**
 * Yields the file's parts as text by their numbers, some parts at a time. A part without rows is empty text.
 * @param header the header of that epoch; null: the tables have no header
 * @param atOnce the approximate number of rows at a time
 * @param only the numbers of the wanted parts; null: all parts that the header names
 */
export async function* partsOf(
  sql: Queryable,
  epoch: number,
  header: string | null,
  atOnce: number,
  only: ReadonlySet<number> | null = null,
): AsyncGenerator<Map<number, string>> {
  const named = namedParts(header ?? '')
  for (const parts of inBatches([...(only ?? named.keys())], atOnce, (part) => named.get(part)?.rows ?? 0)) {
    const found = await readSomeParts(sql, epoch, programsIn(header ?? ''), parts)
    const texts = new Map(found.map(({ part, text }) => [part, text]))
    yield new Map(parts.map((part) => [part, texts.get(part) ?? '']))
  }
}

/** Batches of at least `atOnce` rows. The last batch may have fewer. */
function inBatches(parts: readonly number[], atOnce: number, rowsOf: (part: number) => number): number[][] {
  const batches: number[][] = []
  let rows = atOnce
  for (const part of parts) {
    if (rows >= atOnce) {
      batches.push([])
      rows = 0
    }
    batches.at(-1)!.push(part)
    rows += rowsOf(part)
  }
  return batches
}
