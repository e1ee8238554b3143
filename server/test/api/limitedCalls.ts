/** Calls for tests of limits. */
import { createConnection, type Socket } from 'node:net'
import { startWorld, type Client, type World } from './world.ts'

/** A world whose callers have the addresses that they name. */
export async function startBehindProxy(): Promise<World> {
  const world = await startWorld()
  world.environment.TRUSTED_PROXIES = '127.0.0.1'
  return world
}

/** A path that anybody may read. */
export const USER_INFO = `/api/getAAAUserInfo?address=0x${'1'.repeat(40)}`

/** Statuses of calls from these addresses, one after another. */
export async function statuses(api: Client, addresses: readonly string[], path = USER_INFO, token?: string) {
  const found: number[] = []
  for (const address of addresses) {
    const headers = { 'x-forwarded-for': address }
    const options = token === undefined ? { headers } : { headers, token }
    found.push((await api.call('GET', path, options)).status)
  }
  return found
}

/** A connection over which this is sent as it is. */
export function open(api: Client, text: string): Socket {
  const { port, hostname } = new URL(api.url)
  const socket = createConnection(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(text)
  return socket
}
