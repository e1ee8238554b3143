/**
 * Limits the cost of one network's connections. A refusal does not make the next connection cheaper, and a caller that reconnects at once would be
 * refused hundreds of times a second. A refused network therefore gets turns: its new connections are read one after another, some milliseconds
 * apart, and a connection that would wait too long is cut. Open connections are served as before. This includes the open connections of the caller's
 * neighbours.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../limits/network.ts'

/** The largest number of open connections of one network. */
const MOST_OPEN = 1_000
/** Milliseconds for which a refusal is remembered. */
const REMEMBERED_MS = 10_000
/** Milliseconds between two new connections of a refused network. */
const BETWEEN_CONNECTIONS_MS = 50
/** Milliseconds between two requests of a network that were sent before the answer to an earlier request. */
const BETWEEN_PIPELINED_MS = 10
/** The longest time that a connection waits before it is read, milliseconds. */
const LONGEST_WAIT_MS = 2_000

/** Times are milliseconds of the clock. */
type Network = { open: number; nextTurn: number; refusedUntil: number }

/** @returns milliseconds until a connection may begin a request that arrived early */
export type PipeliningDelay = (socket: Socket) => number

/**
 * Call it before the server listens.
 * @param isProxy whether an address belongs to a proxy, whose connections serve many callers and have no limits here
 * @param clock milliseconds, monotonic
 */
export function limitConnections(
  server: Server,
  isProxy: (address: string) => boolean,
  clock: () => number = () => performance.now(),
): PipeliningDelay {
  const networks = new Map<string, Network>()
  const networkOfSocket = new WeakMap<Socket, Network>()

  const take = (network: Network, spacing: number): number => {
    const now = clock()
    const turn = Math.max(now, network.nextTurn)
    network.nextTurn = turn + spacing
    return turn - now
  }

  const enter = (address: string, socket: Socket): Network => {
    const key = networkOf(address)
    const network = networks.get(key) ?? { open: 0, nextTurn: 0, refusedUntil: 0 }
    networks.set(key, network)
    networkOfSocket.set(socket, network)
    network.open += 1
    const expire = () => {
      if (network.open > 0 || networks.get(key) !== network) return
      const left = network.refusedUntil - clock()
      if (left <= 0) networks.delete(key)
      else setTimeout(expire, left).unref()
    }
    socket.once('close', () => {
      network.open -= 1
      expire()
    })
    return network
  }

  const refused = (socket: Socket): void => {
    const network = networkOfSocket.get(socket)
    if (network !== undefined) network.refusedUntil = clock() + REMEMBERED_MS
  }

  // This listener runs before the HTTP server's own listener, which would start to read.
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    // The caller has disconnected.
    if (remoteAddress === undefined) return void socket.destroy()
    if (isProxy(remoteAddress)) return
    const network = enter(remoteAddress, socket)
    if (network.open > MOST_OPEN) return void socket.destroy()
    if (clock() >= network.refusedUntil) return
    if (network.nextTurn - clock() > LONGEST_WAIT_MS) return void socket.destroy()
    const wait = take(network, BETWEEN_CONNECTIONS_MS)
    if (wait === 0) return
    socket.pause()
    setTimeout(() => void socket.resume(), wait).unref()
  })
  server.on('request', ({ socket }, response) => {
    response.once('close', () => {
      if (response.statusCode === 429) refused(socket)
    })
  })
  // No other limit counts bytes that are not a request, or a request for a tunnel.
  server.on('clientError', ({ code }: Error & { code?: string }, socket) => {
    if (code?.startsWith('HPE_')) refused(socket as Socket)
  })
  server.on('connect', (_request, socket) => refused(socket as Socket))

  return (socket) => {
    const network = networkOfSocket.get(socket)
    return network === undefined ? 0 : take(network, BETWEEN_PIPELINED_MS)
  }
}
