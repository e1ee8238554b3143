/** The keyed lock, also when its process was paused for longer than Redis keeps the lock. */
import type { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Shared } from '../../src/platform/limits/shared.ts'
import { createKeyedLock } from '../../src/platform/limits/keyedLock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LEASE_MS = 15_000

/** Imitates the effects that the locks' commands have in Redis. A script runs its second command only if the key holds the caller's own id. */
function fakeRedis() {
  const held = new Map<string, { id: string; until: number }>()
  const get = (key: string) => {
    const found = held.get(key)
    return found !== undefined && found.until > Date.now() ? found : null
  }
  const extend = (key: string, milliseconds: number) => {
    const found = get(key)
    if (found !== null) found.until = Date.now() + milliseconds
    return Promise.resolve(found === null ? 0 : 1)
  }
  const redis = {
    set: (key: string, id: string, _unit: 'PX', milliseconds: number) => {
      if (get(key) !== null) return Promise.resolve(null)
      held.set(key, { id, until: Date.now() + milliseconds })
      return Promise.resolve('OK')
    },
    pexpire: extend,
    eval: (script: string, _keys: 1, key: string, id: string, milliseconds?: number) => {
      if (get(key)?.id !== id) return Promise.resolve(0)
      if (script.includes(`'pexpire'`)) return extend(key, milliseconds!)
      held.delete(key)
      return Promise.resolve(1)
    },
  }
  const shared: Shared = {
    redis: redis as unknown as Redis,
    ask: (command) => command(),
    answers: () => true,
  }
  return { shared, lose: (key: string) => void held.delete(key) }
}

it('a lock is extended while it is held', async () => {
  const { shared } = fakeRedis()
  const end = await createKeyedLock('turn', shared).acquire('one')
  await vi.advanceTimersByTimeAsync(4 * LEASE_MS)
  const others = createKeyedLock('turn', shared)
  expect(await others.acquire('one')).toBeNull()
  end!()
  expect(await others.acquire('one')).not.toBeNull()
})

it('a lock that Redis has forgotten does not extend the lock of another process: the lock of a dead process is free after its lease', async () => {
  const { shared, lose } = fakeRedis()
  const late = await createKeyedLock('turn', shared).acquire('one')
  lose('galx:turn:one')
  // Another process takes the lock. It dies at once and never extends the lock.
  expect(await shared.redis.set('galx:turn:one', 'of a dead process', 'PX', LEASE_MS, 'NX')).toBe('OK')
  await vi.advanceTimersByTimeAsync(LEASE_MS)
  expect(await createKeyedLock('turn', shared).acquire('one')).not.toBeNull()
  late!()
})
