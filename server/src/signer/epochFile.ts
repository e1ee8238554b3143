/** The rows that vouchers are made from: those of the epoch's file, and no others. Each part is held against the header's hash of it. */
import { rulesetOf, type Ruleset } from '@galx/protocol/rulesets'
import type { Hex } from 'viem'
import { keccak } from '../chain/rpc/keccak.ts'
import type { Queryable } from '../platform/database/connection.ts'
import { partText, readPart, type PartRow } from '../rewards/epochParts.ts'

/** The tables no longer hold what the epoch's published hash stands for. */
export class RowsDiffer extends Error {
  override name = 'RowsDiffer'
}

/**
 * @param hash that EpochLog and both engines name
 * @throws RowsDiffer before it gives a part that does not fit
 */
export async function* partsOf(
  sql: Queryable,
  rulesets: readonly Ruleset[],
  epoch: number,
  hash: Hex,
): AsyncGenerator<readonly PartRow[]> {
  const [row] = await sql<{ header: Hex }[]>`select header from galx.epochs where epoch = ${epoch}`
  const ruleset = rulesetOf(rulesets, BigInt(epoch))
  if (ruleset === undefined) throw new RowsDiffer(`the deployment file has no ruleset for epoch ${epoch}`)
  if (row === undefined || keccak(row.header) !== hash)
    throw new RowsDiffer(`the header of epoch ${epoch} does not have the hash ${hash}`)
  const header = Buffer.from(row.header.slice(2), 'hex').toString('utf8')
  for (const [, digits, partHash] of header.matchAll(/^part ([0-9a-f]{2}) \d+ (0x[0-9a-f]{64})$/gm)) {
    const part = Number.parseInt(digits!, 16)
    const rows = await readPart(sql, ruleset, epoch, part)
    if (keccak(Buffer.from(partText(epoch, part, rows))) !== partHash)
      throw new RowsDiffer(`the rows of part ${digits} of epoch ${epoch} are not those that its header names`)
    yield rows
  }
}
