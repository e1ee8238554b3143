/** The rows that vouchers are made from: those of the epoch's file, and no others. Each part is held against the header's hash of it. */
import type { ProgramKey } from '@galx/protocol/products'
import type { Address, Hex } from 'viem'
import { keccak } from '../chain/rpc/keccak.ts'
import type { Queryable } from '../platform/database/connection.ts'
import { programsIn, readPartsBetween } from '../bonuses/epochFile.ts'
import type { Grant } from './tables.ts'

/** The tables no longer hold what the epoch's published hash stands for. */
export class RowsDiffer extends Error {
  override name = 'RowsDiffer'
}

/** Rows read at once: as many whole parts as hold no more than these, at least one. Each part read alone would cost a small epoch most of its time. */
const ROWS_AT_ONCE = 10_000

type NamedPart = { part: number; rows: number; hash: string }

/**
 * What an epoch granted, some parts at a time: read out of the very bytes that were held against the hash.
 * @param hash that EpochLog and both engines name
 * @throws RowsDiffer before it gives a part that does not fit
 */
export async function* grantsOf(sql: Queryable, epoch: number, hash: Hex): AsyncGenerator<Grant[]> {
  const [row] = await sql<{ header: Hex }[]>`select header from galx.epochs where epoch = ${epoch}`
  if (row === undefined || keccak(row.header) !== hash)
    throw new RowsDiffer(`the header of epoch ${epoch} does not have the hash ${hash}`)
  const header = Buffer.from(row.header.slice(2), 'hex').toString('utf8')
  const keys = programsIn(header)
  for (const named of groups(partsIn(header))) {
    const found = await readPartsBetween(sql, epoch, keys, named[0]!.part, named.at(-1)!.part)
    const texts = new Map(found.map(({ part, text }) => [part, text]))
    for (const { part, hash } of named)
      if (keccak(Buffer.from(texts.get(part) ?? '')) !== hash)
        throw new RowsDiffer(
          `the rows of part ${part.toString(16).padStart(2, '0')} of epoch ${epoch} are not those that its header names`,
        )
    yield named.flatMap(({ part }) => texts.get(part)!.split('\n').flatMap(grantOf))
  }
}

/** The parts that a header names, in its order, which is that of their numbers. */
function partsIn(header: string): NamedPart[] {
  return [...header.matchAll(/^part ([0-9a-f]{2}) (\d+) (0x[0-9a-f]{64})$/gm)].map(
    ([, part, rows, hash]) => ({
      part: Number.parseInt(part!, 16),
      rows: Number(rows),
      hash: hash!,
    }),
  )
}

function groups(parts: readonly NamedPart[]): NamedPart[][] {
  const found: NamedPart[][] = []
  let rows = Infinity
  for (const named of parts) {
    rows += named.rows
    if (rows > ROWS_AT_ONCE) {
      found.push([])
      rows = named.rows
    }
    found.at(-1)!.push(named)
  }
  return found
}

/** @returns none for a line without a bonus and for lines that are no rows */
function grantOf(line: string): Grant[] {
  const row = /^(0x[0-9a-f]{40}) (\w+) \d+ (\d+) (\d+)$/.exec(line)
  if (row === null || row[3] === '0') return []
  return [{ account: row[1] as Address, program: row[2] as ProgramKey, cumulative: BigInt(row[4]!) }]
}
