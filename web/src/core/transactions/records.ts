/** Changes and stores the records of the transaction store. */
import { readStored, writeStored } from '../state/storage.ts'
import { type TransactionRecord, useTransactionStore } from './transactionStore.ts'

const KEY = 'galx_transactions'
const KEPT = 50

/**
 * Milliseconds for which the app keeps polling. A dropped transaction may still be mined: nodes keep it for hours, and wallets send it again. If
 * no block shows which transaction has used the nonce, the followed transaction itself may have used the nonce.
 */
export const RECHECK_WINDOW = 3 * 3_600_000

export function addRecord(record: TransactionRecord): void {
  useTransactionStore.setState(({ list }) => ({
    list: [record, ...list].slice(0, KEPT),
    currentId: record.id,
  }))
  save(record)
}

/** Changes a record and returns it. @throws Error if no record has this id */
export function changeRecord(id: string, change: Partial<TransactionRecord>): TransactionRecord {
  let changed: TransactionRecord | undefined
  useTransactionStore.setState(({ list }) => ({
    list: list.map((record) => (record.id === id ? (changed = { ...record, ...change }) : record)),
  }))
  if (changed === undefined) throw new Error(`There is no transaction ${id}`)
  save(changed)
  return changed
}

/** Writes one record. The records of other tabs stay. */
function save(record: TransactionRecord): void {
  const others = stored().filter(({ id }) => id !== record.id)
  const list = [record, ...others].sort((one, other) => other.startedAt - one.startedAt)
  writeStored(KEY, serialise(list.slice(0, KEPT)))
}

/** The records of earlier visits that belong to this chain. Unreadable records are left out. */
export function restoreRecords(genesisHash: string): TransactionRecord[] {
  return stored().filter((record) => record.genesisHash === genesisHash)
}

function stored(): TransactionRecord[] {
  try {
    const list = parse(readStored(KEY) ?? '[]')
    return Array.isArray(list)
      ? (list as (TransactionRecord | null)[]).filter(
          (record) => record !== null && typeof record === 'object',
        )
      : []
  } catch {
    return []
  }
}

/** JSON with bigints as {"$": "123"}. */
export function serialise(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'bigint' ? { $: item.toString() } : item,
  )
}

function parse(text: string): unknown {
  return JSON.parse(text, (_, item: unknown) => {
    const digits = typeof item === 'object' && item !== null ? (item as { $?: unknown }).$ : undefined
    return typeof digits === 'string' ? BigInt(digits) : item
  })
}
