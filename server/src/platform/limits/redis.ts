/** The connection to Redis, which counts for several processes. It may be unreachable at any moment: nothing waits for it long. */
import type { Redis } from 'ioredis'

/** Milliseconds a command may take. A counter that is late is worth less than an answer. */
const COMMAND_MS = 300
const CONNECT_MS = 1_000

export type RedisOptions = {
  url: string
  /** called at each change */
  onChange(reachable: boolean): void
  /** called with the error of Redis or of the connection to it */
  onFault?(fault: Error): void
}

/** @returns after the first attempt to connect, whether or not it succeeded; it is repeated in the background */
export async function connectRedis({ url, onChange, onFault }: RedisOptions): Promise<Redis> {
  // Loaded only where there is one: most processes have none.
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
  // The library prints errors that nobody listens to, with the whole address.
  redis.on('error', (fault: Error) => onFault?.(fault))
  await redis.connect().catch(() => {})
  return redis
}
