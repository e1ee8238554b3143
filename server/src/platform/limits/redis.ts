/** The connection to Redis, which counts for several processes. Redis may be unreachable at any moment, so all waits are short. */
import type { Redis } from 'ioredis'

/** Milliseconds that a command may take. A late counter is worth less than an answer. */
const COMMAND_MS = 300
const CONNECT_MS = 1_000

export type RedisOptions = {
  url: string
  /** called at each change */
  onChange(reachable: boolean): void
  /** called with each error of Redis or of the connection to it */
  onFault?(fault: Error): void
}

/** @returns after the first connection attempt, even a failed one; further attempts run in the background */
export async function connectRedis({ url, onChange, onFault }: RedisOptions): Promise<Redis> {
  // Loaded only with REDIS_URL: most processes have none.
  const { Redis: Client } = await import('ioredis')
  const redis = new Client(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: COMMAND_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    retryStrategy: () => CONNECT_MS,
  })
  let reachable: boolean | null = null
  const change = (now: boolean) => {
    if (reachable !== now) onChange((reachable = now))
  }
  redis.on('ready', () => change(true))
  redis.on('close', () => change(false))
  // The library prints unhandled errors with the whole address.
  redis.on('error', (fault: Error) => onFault?.(fault))
  await redis.connect().catch(() => {})
  return redis
}
