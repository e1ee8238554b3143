/**
 * Vouchers that are signed again. What the tables say of them is nobody's word but the tables': each amount is looked up in the file of
 * the epoch that granted it, whose hash EpochLog has.
 */
import type { Hex } from 'viem'
import type { Queryable } from '../platform/database/connection.ts'
import type { SignerChain } from './chainFacts.ts'
import { grantsOf, readHeader, RowsDiffer } from './epochFile.ts'
import type { Grant, Renewal } from './tables.ts'

/** @returns what EpochLog has in a final block, by epoch, asked for some hundred at a time; null: nothing */
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

/**
 * Which of the vouchers say exactly what their accounts were granted.
 * @param atOnce rows of a file, about
 * @returns those, and what is wrong with the first of the others; null: there is no other
 */
export async function sortRenewals(
  sql: Queryable,
  due: readonly Renewal[],
  hashOf: (epoch: number) => Promise<Hex | null>,
  atOnce: number,
): Promise<{ right: Grant[]; refused: string | null }> {
  const right: Grant[] = []
  let refused: string | null = null
  for (const [epoch, renewals] of [...byEpoch(due)].sort(([one], [other]) => one - other)) {
    const granted = await grantedIn(sql, epoch, renewals, hashOf, atOnce)
    for (const { program, account, cumulative } of renewals) {
      const amount = typeof granted === 'string' ? null : (granted.get(`${program} ${account}`) ?? 0n)
      if (amount === cumulative) right.push({ program, account, cumulative })
      else
        refused ??= `the voucher of ${account} in ${program} is not signed again: it says ${cumulative} wei, and ${
          amount === null ? granted : `the file of epoch ${epoch} grants ${amount} in all`
        }`
    }
  }
  const unknown = due.find(({ granted }) => granted === null)
  if (unknown !== undefined)
    refused ??= `the voucher of ${unknown.account} in ${unknown.program} is not signed again: no epoch has granted it`
  return { right, refused }
}

function byEpoch(due: readonly Renewal[]): Map<number, Renewal[]> {
  const epochs = new Map<number, Renewal[]>()
  for (const renewal of due) {
    if (renewal.granted === null) continue
    const known = epochs.get(renewal.granted)
    if (known === undefined) epochs.set(renewal.granted, [renewal])
    else known.push(renewal)
  }
  return epochs
}

/** @returns by program and account what the epoch's file grants in all; or why the file says nothing */
async function grantedIn(
  sql: Queryable,
  epoch: number,
  renewals: readonly Renewal[],
  hashOf: (epoch: number) => Promise<Hex | null>,
  atOnce: number,
): Promise<Map<string, bigint> | string> {
  const hash = await hashOf(epoch)
  if (hash === null) return `EpochLog has no final hash of epoch ${epoch}`
  const wanted = new Set(renewals.map(({ program, account }) => `${program} ${account}`))
  const parts = new Set(renewals.map(({ account }) => Number.parseInt(account.slice(2, 4), 16)))
  const found = new Map<string, bigint>()
  try {
    const header = await readHeader(sql, epoch, hash)
    for await (const grants of grantsOf(sql, epoch, header, atOnce, parts))
      for (const { program, account, cumulative } of grants)
        if (wanted.has(`${program} ${account}`)) found.set(`${program} ${account}`, cumulative)
  } catch (error) {
    if (error instanceof RowsDiffer) return error.message
    throw error
  }
  return found
}
