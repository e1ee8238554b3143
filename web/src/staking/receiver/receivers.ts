/** The addresses to which this browser sent passes and gifts, and a search for a known address that a new address imitates. */
import type { HexString } from '@galx/protocol/webConfig'
import { readStored, writeStored } from '../../core/state/storage.ts'

const KEY = 'galx_receivers'
const MOST = 50
/** The number of hexadecimal digits at each end that people compare. A swindler can create an address with the same digits. */
const COMPARED = 4

/** Lower case, the latest first. */
export function receiversBefore(): HexString[] {
  try {
    const list: unknown = JSON.parse(readStored(KEY) ?? '[]')
    return Array.isArray(list)
      ? list.filter((one): one is HexString => /^0x[0-9a-f]{40}$/.test(String(one)))
      : []
  } catch {
    return []
  }
}

export function rememberReceiver(address: HexString): void {
  const others = receiversBefore().filter((one) => one !== address)
  writeStored(KEY, JSON.stringify([address, ...others].slice(0, MOST)))
}

/** A known address with the same beginning and end as `address`; null if there is none, or if `address` itself is known. */
export function resembled(address: HexString, known: readonly HexString[]): HexString | null {
  if (known.includes(address)) return null
  const ends = (one: string) => `${one.slice(2, 2 + COMPARED)}${one.slice(-COMPARED)}`
  return known.find((one) => ends(one) === ends(address)) ?? null
}
