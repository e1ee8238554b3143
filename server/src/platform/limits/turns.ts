/** A lock for each key: whoever takes a turn excludes everybody else until it ends, in all processes that share Redis. */
import { randomUUID } from 'node:crypto'
import type { Shared } from './shared.ts'

export type Turns = {
  /** @returns how to end the turn; null while somebody else has it */
  begin(key: string): Promise<(() => void) | null>
}

/** Milliseconds for which Redis remembers the turn of a process that has died. */
const LEASE_MS = 15_000
const RENEWAL_MS = 5_000

/** Only the turn that is still one's own is extended and ended: of a process that was held up for longer, somebody else may have it. */
const EXTEND = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`
const END = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

export function createTurns(name: string, shared: Shared | null): Turns {
  const own = new Set<string>()

  /** Null where Redis does not answer: then only this process's own turns count. */
  const claim = async (key: string, id: string): Promise<boolean | null> => {
    if (shared === null) return null
    // Redis answers null where the key is there; `ask` gives null where nobody answers.
    return shared.ask(async () => (await shared.redis.set(key, id, 'PX', LEASE_MS, 'NX')) === 'OK')
  }

  return {
    begin: async (key) => {
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
