/** A lock for each key. The holder excludes all other callers until the release, in all processes with the same Redis. */
import { randomUUID } from 'node:crypto'
import type { Shared } from './shared.ts'

export type KeyedLock = {
  /** @returns the release; null while another caller has the lock */
  acquire(key: string): Promise<(() => void) | null>
}

/** Milliseconds for which Redis remembers the lock of a process that has died. */
const LEASE_MS = 15_000
const RENEWAL_MS = 5_000

/** Only the process that has the lock extends and releases it: after a long pause another process may have it. */
const EXTEND = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`
const END = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

export function createKeyedLock(name: string, shared: Shared | null): KeyedLock {
  const own = new Set<string>()

  /** Null if Redis does not answer. Then only the locks of this process count. */
  const claim = async (key: string, id: string): Promise<boolean | null> => {
    if (shared === null) return null
    // Redis answers null if the key exists. `ask` returns null if Redis does not answer.
    return shared.ask(async () => (await shared.redis.set(key, id, 'PX', LEASE_MS, 'NX')) === 'OK')
  }

  return {
    acquire: async (key) => {
      if (own.has(key)) return null
      own.add(key)
      const [sharedKey, id] = [`galx:${name}:${key}`, randomUUID()]
      if ((await claim(sharedKey, id)) === false) {
        own.delete(key)
        return null
      }
      const renewal = setInterval(() => {
        shared?.redis.eval(EXTEND, 1, sharedKey, id, LEASE_MS).catch(() => {})
      }, RENEWAL_MS)
      renewal.unref()
      let ended = false
      return () => {
        if (ended) return
        ended = true
        clearInterval(renewal)
        own.delete(key)
        shared?.redis.eval(END, 1, sharedKey, id).catch(() => {})
      }
    },
  }
}
