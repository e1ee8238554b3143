/** An HTTP server that gives a test's answers and records the requests. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type Asked = {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: unknown
}

export type Answering = {
  url: string
  requests: Asked[]
  answer: (asked: Asked) => { status: number; body: unknown }
  reset(): void
  stop(): void
}

export async function startAnswering(): Promise<Answering> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const { method = '', url = '', headers } = request
      const asked = { method, url, headers, body: text === '' ? null : (JSON.parse(text) as unknown) }
      answering.requests.push(asked)
      const { status, body } = answering.answer(asked)
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const nothing = () => ({ status: 404, body: { code: 404, message: '' } })
  const answering: Answering = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    answer: nothing,
    reset: () => {
      answering.requests.length = 0
      answering.answer = nothing
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return answering
}
