/** The rows that vouchers are made from: those of the epoch's file, and no others. Each part is held against the header's hash of it. */
import type { ProgramKey } from '@galx/protocol/products'
import type { Address, Hex } from 'viem'
import { keccak } from '../chain/rpc/keccak.ts'
import type { Queryable } from '../platform/database/connection.ts'
import { programsIn, readSomeParts } from '../bonuses/epochFile.ts'
import type { Grant } from './tables.ts'

/** The tables no longer hold what the epoch's published hash stands for. */
export class RowsDiffer extends Error {
  override name = 'RowsDiffer'
}

/** Rows read at once, unless one part has more. */
const ROWS = 5_000

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
  for (const named of groupsOf(header)) {
    const numbers = named.map(({ part }) => Number.parseInt(part, 16))
    const found = await readSomeParts(sql, epoch, programsIn(header), numbers)
    const texts = new Map(found.map(({ part, text }) => [part, text]))
    for (const [index, { part, hash: partHash }] of named.entries())
      if (keccak(Buffer.from(texts.get(numbers[index]!) ?? '')) !== partHash)
        throw new RowsDiffer(`the rows of part ${part} of epoch ${epoch} are not those that its header names`)
    yield found.flatMap(({ text }) => text.split('\n').flatMap(grantOf))
  }
}

type NamedPart = { part: string; hash: string }

/** The parts that a header names, so many together that one question brings about `ROWS` of them: most epochs are small. */
function groupsOf(header: string): NamedPart[][] {
  const groups: NamedPart[][] = []
  let rows = Infinity
  for (const [, part, count, hash] of header.matchAll(/^part ([0-9a-f]{2}) (\d+) (0x[0-9a-f]{64})$/gm)) {
    rows += Number(count)
    if (rows > ROWS) {
      groups.push([])
      rows = Number(count)
    }
    groups.at(-1)!.push({ part: part!, hash: hash! })
  }
  return groups
}

/** @returns none for a line without a bonus and for lines that are no rows */
function grantOf(line: string): Grant[] {
  const row = /^(0x[0-9a-f]{40}) (\w+) \d+ (\d+) (\d+)$/.exec(line)
  if (row === null || row[3] === '0') return []
  return [{ account: row[1] as Address, program: row[2] as ProgramKey, cumulative: BigInt(row[4]!) }]
}
