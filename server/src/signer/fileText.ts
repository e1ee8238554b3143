/** Reads an epoch's file from text (docs/rewards.md, "Canonical bytes"). It does not check that the file is the published file. */
import type { ProgramKey } from '@galx/protocol/products'
import type { Address, Hex } from 'viem'

/** An account's grants in total, wei. */
export type Grant = { program: ProgramKey; account: Address; cumulative: bigint }

/** @returns by program: wei that all accounts together were granted up to the header's epoch */
export function programLines(header: string): { key: ProgramKey; id: bigint; cumulative: bigint }[] {
  return [...header.matchAll(/^program (\w+) (\d+) \d+ \d+ \d+ (\d+) \d+$/gm)].map(([, key, id, sum]) => ({
    key: key as ProgramKey,
    id: BigInt(id!),
    cumulative: BigInt(sum!),
  }))
}

/** @returns the epoch's last block; null: the epoch has no block */
export function lastBlockIn(header: string): number | null {
  const [, last] = header.match(/^last (\d+) 0x/m) ?? []
  return last === undefined ? null : Number(last)
}

/** @returns the parts that the header names, by their numbers */
export function namedParts(header: string): Map<number, { rows: number; hash: Hex }> {
  return new Map(
    [...header.matchAll(/^part ([0-9a-f]{2}) (\d+) (0x[0-9a-f]{64})$/gm)].map(([, name, rows, hash]) => [
      Number.parseInt(name!, 16),
      { rows: Number(rows), hash: hash as Hex },
    ]),
  )
}

/** @returns a part's number as its file is named: two hex digits */
export function nameOf(part: number): string {
  return part.toString(16).padStart(2, '0')
}

/** @returns the grants of the rows with a bonus; a row without a bonus grants nothing */
export function grantsIn(part: string): Grant[] {
  return part.split('\n').flatMap((line) => {
    const row = /^(0x[0-9a-f]{40}) (\w+) \d+ (\d+) (\d+)$/.exec(line)
    if (row === null || row[3] === '0') return []
    return [{ account: row[1] as Address, program: row[2] as ProgramKey, cumulative: BigInt(row[4]!) }]
  })
}
