/** A proxy before a real node. The proxy records each request, and can spoil answers. */
import { createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AddressInfo } from 'node:net'

type Spoil =
  /** forwards answers */
  | 'none'
  /** never answers */
  | 'silent'
  /** begins an answer and adds a byte from time to time */
  | 'dripping'
  /** redirects the client to another address */
  | { redirect: string }
  /** answers with an error that quotes the requested URL and the client's authorization */
  | 'telling'
  /** like `telling`, but only for these methods, even in a batch */
  | { tells: readonly string[] }
  /** answers with this many bytes while the client reads; the answer begins with `frame` */
  | { flood: number; frame?: string }

type Asked = { method: string; params: [{ gas?: string }?] }

export type CountingNode = {
  url: string
  asked: Asked[]
  /** bytes of a flood that the client read */
  taken(): number
  spoil(how: Spoil): void
  stop(): Promise<void>
}

export async function startCountingNode(target: string): Promise<CountingNode> {
  const asked: Asked[] = []
  let how: Spoil = 'none'
  let taken = 0
  const dripping = new Set<NodeJS.Timeout>()
  const flood = async (response: ServerResponse, bytes: number, frame = '') => {
    response.writeHead(200, { 'content-type': 'application/json' }).write(frame)
    const piece = Buffer.alloc(64 * 1024, 0x20)
    const pieces = function* () {
      for (; taken < bytes; taken += piece.length) yield piece
    }
    await pipeline(Readable.from(pieces()), response).catch(() => {}) // the client may disconnect
  }
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString()
      asked.push(JSON.parse(body) as Asked)
      if (how === 'silent') return
      if (how === 'dripping') {
        response.writeHead(200, { 'content-type': 'application/json' })
        const timer = setInterval(() => response.write(' '), 100)
        dripping.add(timer)
        response.once('close', () => clearInterval(timer))
        return
      }
      const message = `no project for ${request.url} by ${request.headers.authorization}`
      const refusal = (id: unknown) => ({ jsonrpc: '2.0', id, error: { code: -32_000, message } })
      const refuse = (answer: unknown) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      if (how === 'telling') return refuse(refusal(null))
      if (typeof how === 'object' && 'tells' in how) {
        const { tells } = how
        const requests = JSON.parse(body) as
          { id: unknown; method: string } | { id: unknown; method: string }[]
        const list = [requests].flat()
        if (list.some(({ method }) => tells.includes(method)))
          return refuse(Array.isArray(requests) ? list.map(({ id }) => refusal(id)) : refusal(requests.id))
      }
      if (typeof how === 'object' && 'redirect' in how)
        return void response.writeHead(307, { location: how.redirect }).end()
      if (typeof how === 'object' && 'flood' in how) return void (await flood(response, how.flood, how.frame))
      const answer = await fetch(target, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      response.writeHead(200, { 'content-type': 'application/json' }).end(await answer.text())
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    taken: () => taken,
    spoil: (next) => {
      how = next
      taken = 0
    },
    stop: async () => {
      for (const timer of dripping) clearInterval(timer)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
