/** A proxy before a node that refuses some of the calls. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Call = { id: number; method: string; params: readonly unknown[] }
type Refusal = { code: number; message: string }

export type RefusingNode = { url: string; stop(): void }

/** @param refuse the node's error for a call; null: the real node answers */
export async function startRefusingNode(
  target: string,
  refuse: (call: Call) => Refusal | null,
): Promise<RefusingNode> {
  const answer = async (call: Call): Promise<object> => {
    const error = refuse(call)
    if (error !== null) return { jsonrpc: '2.0', id: call.id, error }
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(target, { method: 'POST', headers, body: JSON.stringify(call) })
    return (await response.json()) as object
  }
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[]
      const answers = await Promise.all([asked].flat().map(answer))
      response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]))
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
