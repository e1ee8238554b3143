import { readStored, writeStored } from '../../core/state/storage.ts'

/** The announcements that each account has seen in this browser. Before an account is connected, they are stored for the guest. */
function keyOf(account: string | null) {
  return `galx_announcements_${account ?? 'guest'}`
}

/** More ids than announcements are ever in force at once. Older ids are forgotten first. */
const most = 100

function read(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** The ids of the announcements that `account` (null: nobody connected) has not been shown yet, in the given order. */
export function unseen(ids: readonly string[], account: string | null): string[] {
  const seen = new Set(read(keyOf(account)))
  return ids.filter((id) => !seen.has(id))
}

/** Stores that an announcement was shown. */
export function markSeen(id: string, account: string | null): void {
  const seen = read(keyOf(account)).filter((other) => other !== id)
  writeStored(keyOf(account), JSON.stringify([...seen, id].slice(-most)))
}
