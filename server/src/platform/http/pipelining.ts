/**
 * Allows one request at a time on a connection. HTTP/1.1 lets a client send many requests without waiting for the answers, and Node.js starts all of
 * them when their bytes arrive: 1 500 short requests in one read, for a single caller. Here the parser gets the bytes of one request only.
 * The rest waits in the socket, which is not read further, until that request is answered and the next request has its turn.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { PipeliningDelay } from './connections.ts'

const END_OF_HEAD = '\r\n\r\n'
const [LF, CR] = [10, 13]
const NO_BYTES = Buffer.alloc(0)

type Exchange = {
  request: IncomingMessage
  /** whether its answer was sent, or its connection is closed */
  answered: boolean
  /** bytes of the body that the parser has not received yet; null for a chunked body, whose length is unknown */
  bodyLeft: number | null
  /** whether bytes of the next request arrived before its answer */
  followed: boolean
}

/**
 * Call it before the server listens: it replaces the server's handling of each new connection's bytes.
 * @param delay milliseconds that a request still waits after the answer to the previous request, if the request was sent before that answer; by
 * default 0
 */
export function limitPipelining(server: Server, delay: PipeliningDelay = () => 0): void {
  const connections = new WeakMap<Socket, Connection>()
  server.on('connection', (socket) => void connections.set(socket, new Connection(socket, delay)))
  server.prependListener('request', (request, response) =>
    connections.get(request.socket)?.begin(request, response),
  )
  // Node.js would answer an unknown expectation itself, and no handler would see the request.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))
}

class Connection {
  readonly #socket: Socket
  readonly #delay: PipeliningDelay
  readonly #parse: (bytes: Buffer) => void
  /** the request that is being received or answered; null between two requests */
  #exchange: Exchange | null = null
  /** the last bytes of a head or of chunks that the parser got: their end marker may be divided between two reads */
  #tail = NO_BYTES

  constructor(socket: Socket, delay: PipeliningDelay) {
    const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[]
    if (parse === undefined) throw new Error('the HTTP server does not listen to its connection')
    this.#socket = socket
    this.#delay = delay
    this.#parse = parse
    socket.off('data', parse)
    socket.on('data', (bytes: Buffer) => this.#take(bytes))
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers
    const bodyLeft = coding === undefined ? Number(length ?? 0) : null
    const exchange: Exchange = { request, answered: false, bodyLeft, followed: false }
    this.#exchange = exchange
    this.#tail = NO_BYTES
    response.once('close', () => {
      exchange.answered = true
      this.#goOn(exchange)
    })
  }

  #goOn({ followed }: Exchange): void {
    const socket = this.#socket
    if (!socket.isPaused()) return
    // Bytes on a connection that is being closed are dropped at once.
    const wait = followed && socket.writable ? this.#delay(socket) : 0
    if (wait === 0) socket.resume()
    else setTimeout(() => void socket.resume(), wait).unref()
  }

  /** Gives the parser only the bytes of one request. */
  #take(bytes: Buffer): void {
    let rest = bytes
    while (rest.length > 0) {
      // The connection is being closed. Further bytes are dropped.
      if (!this.#socket.writable) return
      if (this.#exchange?.request.complete) {
        if (this.#exchange.answered) this.#end()
        else {
          this.#exchange.followed = true
          this.#socket.pause()
        }
      }
      // Node.js also pauses the socket while no handler reads a body.
      if (this.#socket.isPaused()) return this.#socket.unshift(rest)
      const size = this.#sizeOfNext(rest)
      this.#parse.call(this.#socket, rest.subarray(0, size))
      rest = rest.subarray(size)
    }
  }

  #end(): void {
    this.#exchange = null
    this.#tail = NO_BYTES
  }

  /** The number of bytes, at least 1, that belong to the current request or begin the next request. */
  #sizeOfNext(bytes: Buffer): number {
    if (this.#exchange?.bodyLeft) {
      const size = Math.min(this.#exchange.bodyLeft, bytes.length)
      this.#exchange.bodyLeft -= size
      return size
    }
    // Empty lines before a request have no meaning.
    if (this.#exchange === null && this.#tail.length === 0) {
      let empty = 0
      while (bytes[empty] === CR || bytes[empty] === LF) empty += 1
      if (empty > 0) return empty
    }
    const size = sizeUpToEnd(this.#tail, bytes)
    this.#tail = Buffer.concat([this.#tail, bytes.subarray(Math.max(0, size - 3), size)]).subarray(-3)
    return size
  }
}

/** The number of bytes up to and including the first empty line; all bytes if there is no empty line. */
function sizeUpToEnd(tail: Buffer, bytes: Buffer): number {
  const spread = Buffer.concat([tail, bytes.subarray(0, 3)]).indexOf(END_OF_HEAD)
  if (spread >= 0) return spread + END_OF_HEAD.length - tail.length
  const found = bytes.indexOf(END_OF_HEAD)
  return found < 0 ? bytes.length : found + END_OF_HEAD.length
}
