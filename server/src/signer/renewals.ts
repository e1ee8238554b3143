/**
 * Vouchers that are signed again. The tables are not trusted. Each voucher comes with the file of the epoch that granted it, and `maySign`
 * compares the file with EpochLog.
 */
import type { Hex } from 'viem'
import type { Queryable } from '../platform/database/connection.ts'
import type { SignerChain } from './chainFacts.ts'
import { partsOf, readHeader } from './epochFile.ts'
import type { GrantingFile } from './maySign.ts'
import type { Grant } from './fileText.ts'
import type { Renewal } from './tables.ts'

/** @returns a function that gives an epoch's hash in EpochLog at a final block, or null. It reads some hundred epochs at a time */
export function publishedHashes(
  chain: Pick<SignerChain, 'publishedFrom'>,
): (epoch: number) => Promise<Hex | null> {
  const known = new Map<number, Hex>()
  return async (epoch) => {
    if (!known.has(epoch))
      for (const published of await chain.publishedFrom(epoch)) known.set(published.epoch, published.hash)
    return known.get(epoch) ?? null
  }
}

/** Vouchers, and the tables' part of the file that should grant them; null: no epoch has granted them. */
export type Granted = { file: GrantingFile | null; grants: Grant[] }

/**
 * Yields each voucher once, with the parts that should have its row.
 * @param atOnce the approximate number of rows of a file that are read at once
 */
export async function* filesOf(
  sql: Queryable,
  due: readonly Renewal[],
  hashOf: (epoch: number) => Promise<Hex | null>,
  atOnce: number,
): AsyncGenerator<Granted> {
  const epochs = groupBy(due, ({ granted }) => granted)
  for (const [epoch, renewals] of [...epochs].sort(([one], [other]) => (one ?? 0) - (other ?? 0))) {
    if (epoch === null) {
      yield { file: null, grants: renewals }
      continue
    }
    const [published, header] = [await hashOf(epoch), await readHeader(sql, epoch)]
    const byPart = groupBy(renewals, ({ account }) => Number.parseInt(account.slice(2, 4), 16))
    for await (const parts of partsOf(sql, epoch, header, atOnce, new Set(byPart.keys())))
      yield {
        file: { epoch, published, header, parts },
        grants: [...parts.keys()].flatMap((part) => byPart.get(part)!),
      }
  }
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [item])
    else known.push(item)
  }
  return groups
}
