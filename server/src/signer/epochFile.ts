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

/** @param hash that EpochLog names @throws RowsDiffer where the header does not have it */
export async function readHeader(sql: Queryable, epoch: number, hash: Hex): Promise<string> {
  const [row] = await sql<{ header: Hex }[]>`select header from galx.epochs where epoch = ${epoch}`
  if (row === undefined || keccak(row.header) !== hash)
    throw new RowsDiffer(`the header of epoch ${epoch} does not have the hash ${hash}`)
  return Buffer.from(row.header.slice(2), 'hex').toString('utf8')
}

/** @returns by program: wei that all accounts together were granted up to the header's epoch */
export function grantedInAll(header: string): { key: ProgramKey; id: bigint; cumulative: bigint }[] {
  return [...header.matchAll(/^program (\w+) (\d+) \d+ \d+ \d+ (\d+) \d+$/gm)].map(([, key, id, sum]) => ({
    ...{ key: key as ProgramKey, id: BigInt(id!), cumulative: BigInt(sum!) },
  }))
}

/** @returns the epoch's last block; null: the epoch has none */
export function lastBlockIn(header: string): number | null {
  const [, last] = header.match(/^last (\d+) 0x/m) ?? []
  return last === undefined ? null : Number(last)
}

/**
 * What an epoch granted, some parts at a time: read out of the very bytes that were held against the hash.
 * @param header as `readHeader` gives it
 * @param atOnce rows, about
 * @param only parts, by their numbers; null: all
 * @throws RowsDiffer before it gives a part that does not fit
 */
export async function* grantsOf(
  sql: Queryable,
  epoch: number,
  header: string,
  atOnce: number,
  only: ReadonlySet<number> | null = null,
): AsyncGenerator<Grant[]> {
  for (const named of inLots(header, atOnce, only)) {
    const parts = [...named.keys()]
    const texts = new Map(
      (await readSomeParts(sql, epoch, programsIn(header), parts)).map(({ part, text }) => [part, text]),
    )
    for (const [part, { name, hash: partHash }] of named)
      if (keccak(Buffer.from(texts.get(part) ?? '')) !== partHash)
        throw new RowsDiffer(`the rows of part ${name} of epoch ${epoch} are not those that its header names`)
    yield [...texts.values()].flatMap((text) => text.split('\n').flatMap(grantOf))
  }
}

type NamedPart = { name: string; hash: Hex }

/** The parts that the header names, by their numbers, in lots of at least so many rows. @param only as for `grantsOf` */
function inLots(header: string, atOnce: number, only: ReadonlySet<number> | null): Map<number, NamedPart>[] {
  const lots: Map<number, NamedPart>[] = []
  let rows = atOnce
  for (const [, name, count, hash] of header.matchAll(/^part ([0-9a-f]{2}) (\d+) (0x[0-9a-f]{64})$/gm)) {
    const part = Number.parseInt(name!, 16)
    if (only !== null && !only.has(part)) continue
    if (rows >= atOnce) {
      lots.push(new Map())
      rows = 0
    }
    lots.at(-1)!.set(part, { name: name!, hash: hash as Hex })
    rows += Number(count)
  }
  return lots
}

/** @returns none for a line without a bonus and for lines that are no rows */
function grantOf(line: string): Grant[] {
  const row = /^(0x[0-9a-f]{40}) (\w+) \d+ (\d+) (\d+)$/.exec(line)
  if (row === null || row[3] === '0') return []
  return [{ account: row[1] as Address, program: row[2] as ProgramKey, cumulative: BigInt(row[4]!) }]
}
