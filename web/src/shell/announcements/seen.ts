import { readStored, writeStored } from '../../core/state/storage.ts'

/** The announcements that each account has seen in this browser. Before a wallet is connected, the seen announcements are stored for the guest. */
function keyOf(account: string | null) {
  return `galx_announcements_${account ?? 'guest'}`
}

/** The most stored ids: there are never more announcements in force at once. The oldest ids are forgotten first. */
const most = 100

function read(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** The ids of the announcements that `account` (null: no wallet is connected) has not seen yet, in the given order. */
export function unseen(ids: readonly string[], account: string | null): string[] {
  const seen = new Set(read(keyOf(account)))
  return ids.filter((id) => !seen.has(id))
}

/** Stores that an announcement was shown. */
export function markSeen(id: string, account: string | null): void {
  const seen = read(keyOf(account)).filter((other) => other !== id)
  writeStored(keyOf(account), JSON.stringify([...seen, id].slice(-most)))
}
