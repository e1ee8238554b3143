/** A proxy before a real node that refuses some of what it is asked, in words that the test chooses. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Call = { id: number; method: string; params: unknown[] }

/** @param refuse the error of a call; null: the real node answers */
export async function startRefusingNode(
  target: string,
  refuse: (method: string) => { code: number; message: string } | null,
): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString()
      const asked = JSON.parse(body) as Call | Call[]
      const headers = { 'content-type': 'application/json' }
      const answers = (await (await fetch(target, { method: 'POST', headers, body })).json()) as unknown
      const given = [asked].flat().map(({ id, method }, index) => {
        const error = refuse(method)
        return error === null ? [answers].flat()[index] : { jsonrpc: '2.0', id, error }
      })
      response.writeHead(200, headers).end(JSON.stringify(Array.isArray(asked) ? given : given[0]))
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
