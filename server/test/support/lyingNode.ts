/** A proxy in front of a real node. It gives a false answer to one request for logs, or for the contracts, and counts the requests by method. */
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

export type Log = {
  address: string
  topics: string[]
  data: string
  blockNumber: string
  blockHash: string
  logIndex: string
}
type Request = { id: number; method: string; params: unknown[] }
type Answer = { id: number; result?: unknown; error?: unknown }

/** Each function returns the false version of the true logs, or of the true answer to `eth_call`. */
export type Lie = { logs?: (logs: Log[]) => Log[]; call?: (result: string) => string }

export async function startLyingNode(target: string, lie: () => Lie) {
  const asked = new Map<string, number>()
  const spoil = (request: Request, answer: Answer): Answer => {
    asked.set(request.method, (asked.get(request.method) ?? 0) + 1)
    if (answer.result === undefined) return answer
    const { logs, call } = lie()
    if (request.method === 'eth_getLogs' && logs) return { ...answer, result: logs(answer.result as Log[]) }
    if (request.method === 'eth_call' && call) return { ...answer, result: call(answer.result as string) }
    return answer
  }
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString()
      const headers = { 'content-type': 'application/json' }
      const answer: unknown = await (await fetch(target, { method: 'POST', headers, body })).json()
      const requests = [JSON.parse(body) as Request | Request[]].flat()
      const answers = [answer as Answer | Answer[]].flat().map((one) =>
        spoil(
          requests.find(({ id }) => id === one.id)!,
          one,
        ),
      )
      response.writeHead(200, headers).end(JSON.stringify(Array.isArray(answer) ? answers : answers[0]))
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
