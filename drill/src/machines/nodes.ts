/** Nodes of the chain that can be made to fail: each passes on what the real one says, until it is asked to lie. */
import { once } from 'node:events'
import { createServer } from 'node:http'

export type Manner =
  | 'honest'
  /** every stake's weight is a thousand times what it is */
  | 'lies'
  /** it stands where it was, a good while behind */
  | 'lags'
  /** it takes no connection */
  | 'dead'

type Request = { id: number; method: string; params: unknown[] }
type Answer = { id: number; result?: unknown; error?: unknown }

export type Node = { url: string; manner: Manner; asked: number; stop(): Promise<void> }

/** Of `Staked`, the one event with six words: the fifth is the weight. */
function spoiledData(data: string): string {
  if (data.length !== 2 + 6 * 64) return data
  const [start, end] = [2 + 4 * 64, 2 + 5 * 64]
  const weight = (BigInt(`0x${data.slice(start, end)}`) * 1_000n).toString(16).padStart(64, '0')
  return data.slice(0, start) + weight + data.slice(end)
}

function spoiled(request: Request, answer: Answer): Answer {
  if (request.method !== 'eth_getLogs' || !Array.isArray(answer.result)) return answer
  const logs = answer.result as { data: string }[]
  return { ...answer, result: logs.map((log) => ({ ...log, data: spoiledData(log.data) })) }
}

/** The newest block that a lagging node names stays the one it named first. */
function heldBack(request: Request, answer: Answer, held: Map<string, unknown>): Answer {
  const key = JSON.stringify([request.method, request.params])
  if (!/eth_blockNumber|"(?:latest|finalized|safe)"/.test(key)) return answer
  if (!held.has(key)) held.set(key, answer.result)
  return { ...answer, result: held.get(key) }
}

export async function startNode(port: number, target: string): Promise<Node> {
  const held = new Map<string, unknown>()
  const node: Node = { url: `http://127.0.0.1:${port}`, manner: 'honest', asked: 0, stop: async () => {} }
  const server = createServer((request, response) => {
    void (async () => {
      if (node.manner === 'dead') return void request.socket.destroy()
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString()
      node.asked += 1
      const real = await fetch(target, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      const text = await real.text()
      response.writeHead(200, { 'content-type': 'application/json' })
      if (node.manner === 'honest') {
        held.clear()
        return void response.end(text)
      }
      const requests = [JSON.parse(body) as Request | Request[]].flat()
      const parsed = JSON.parse(text) as Answer | Answer[]
      const change = (answer: Answer) => {
        const asked = requests.find(({ id }) => id === answer.id)!
        return node.manner === 'lies' ? spoiled(asked, answer) : heldBack(asked, answer, held)
      }
      response.end(JSON.stringify(Array.isArray(parsed) ? parsed.map(change) : change(parsed)))
    })().catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  node.stop = async () => {
    server.close()
    server.closeAllConnections()
  }
  return node
}
