/** One at a time: who takes a turn for a key keeps everybody else waiting until it ends, in all processes that share Redis. */
import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'

export type Turns = {
  /** @returns how to end the turn; null while somebody else has it */
  begin(key: string): Promise<(() => void) | null>
}

/** Milliseconds for which Redis remembers the turn of a process that has died. */
const LEASE_MS = 15_000
const RENEWAL_MS = 5_000

/** Ends only the turn that is still one's own. */
const END = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

export function createTurns(name: string, redis: Redis | null): Turns {
  const own = new Set<string>()

  /** Null where Redis does not answer: then this process's own turns have to do. */
  const claim = async (key: string, id: string): Promise<boolean | null> => {
    if (redis === null) return null
    return redis.set(key, id, 'PX', LEASE_MS, 'NX').then(
      (answer) => answer === 'OK',
      () => null,
    )
  }

  return {
    begin: async (key) => {
      if (own.has(key)) return null
      own.add(key)
      const [shared, id] = [`galx:${name}:${key}`, randomUUID()]
      if ((await claim(shared, id)) === false) {
        own.delete(key)
        return null
      }
      const renewal = setInterval(() => {
        redis?.pexpire(shared, LEASE_MS).catch(() => {})
      }, RENEWAL_MS)
      renewal.unref()
      let ended = false
      return () => {
        if (ended) return
        ended = true
        clearInterval(renewal)
        own.delete(key)
        redis?.eval(END, 1, shared, id).catch(() => {})
      }
    },
  }
}
