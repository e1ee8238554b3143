/** Calls for the tests of limits. */
import { createConnection, type Socket } from 'node:net'
import { startWorld, type Client, type World } from './world.ts'

/** Starts a world behind a proxy, in which a header names each caller's address. */
export async function startBehindProxy(): Promise<World> {
  const world = await startWorld()
  world.environment.TRUSTED_PROXIES = '127.0.0.1'
  return world
}

/** A public path. */
export const USER_INFO = `/api/getAAAUserInfo?address=0x${'1'.repeat(40)}`

/** Calls the path once from each of these addresses, one after another. @returns the statuses */
export async function statuses(api: Client, addresses: readonly string[], path = USER_INFO, token?: string) {
  const found: number[] = []
  for (const address of addresses) {
    const headers = { 'x-forwarded-for': address }
    const options = token === undefined ? { headers } : { headers, token }
    found.push((await api.call('GET', path, options)).status)
  }
  return found
}

/** Opens a connection and sends this text unchanged. */
export function open(api: Client, text: string): Socket {
  const { port, hostname } = new URL(api.url)
  const socket = createConnection(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(text)
  return socket
}

type RawAnswer = { status: number; headers: string; body: string }

/** Sends this text unchanged. @returns the answers until the server closes the connection; only answers with a length */
export async function answersTo(url: string, text: string): Promise<RawAnswer[]> {
  const { port, hostname } = new URL(url)
  const socket = createConnection(Number(port), hostname)
  let heard = ''
  // A server that closes while requests are under way resets the connection after its last answer.
  socket.setEncoding('latin1').on('error', () => {})
  socket.on('data', (piece: string) => (heard += piece))
  socket.write(text)
  await new Promise((resolve) => void socket.once('close', resolve))
  const answers: RawAnswer[] = []
  for (const part of heard.split(/(?=HTTP\/1\.1 \d{3} )/)) {
    const end = part.indexOf('\r\n\r\n')
    if (end < 0) continue
    const status = Number(part.slice(9, 12))
    answers.push({ status, headers: part.slice(0, end), body: part.slice(end + 4) })
  }
  return answers
}
