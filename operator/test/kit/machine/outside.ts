/** The outside world of the trial's machine: a chain node, Debian's and npm's packages, and a webhook for alerts. */
import { createServer, request, type IncomingMessage } from 'node:http'
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net'
import { once } from 'node:events'

export type Endpoint = { port: number; close(): void }

async function open(server: Server, address: string): Promise<Endpoint> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, address)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Relays bytes in both directions. @param target a port of 127.0.0.1 */
export function relay(address: string, target: number): Promise<Endpoint> {
  return open(
    createTcpServer((socket) => join(socket, connect(target, '127.0.0.1'))),
    address,
  )
}

/** A forward proxy for apt and npm. */
export function proxy(address: string): Promise<Endpoint> {
  const server = createServer((call, answer) => {
    const onward = request(call.url!, { method: call.method, headers: call.headers }, (response) => {
      answer.writeHead(response.statusCode!, response.headers)
      response.pipe(answer)
    })
    onward.once('error', () => answer.writeHead(502).end())
    call.pipe(onward)
  })
  server.on('connect', (call: IncomingMessage, socket: Socket) => {
    const { hostname, port } = new URL(`http://${call.url}`)
    const onward = connect(Number(port || 443), hostname, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    join(socket, onward)
  })
  return open(server, address)
}

/** @returns the posted bodies, as they arrive */
export async function webhook(address: string): Promise<Endpoint & { posts: string[] }> {
  const posts: string[] = []
  const server = createServer((call, answer) => {
    let text = ''
    call.setEncoding('utf8').on('data', (part: string) => (text += part))
    call.once('end', () => {
      posts.push(text)
      answer.end()
    })
  })
  return { ...(await open(server, address)), posts }
}

function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.once('error', () => to.destroy())
    from.pipe(to)
  }
}
