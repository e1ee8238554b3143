/** `nodeProcess.ts TARGET PORT…`: one node at each port, which forwards the real node’s answers until a command makes it fail. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Manner, NodeOrder } from './nodes.ts'

type Request = { id: number; method: string; params: unknown[] }
type Answer = { id: number; result?: unknown; error?: unknown }

/** The fifth word of `Staked`, the only event with six words, is the weight. */
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

/** A lagging node always returns the newest block of its first answer. */
function heldBack(request: Request, answer: Answer, held: Map<string, unknown>): Answer {
  const key = JSON.stringify([request.method, request.params])
  if (!/eth_blockNumber|"(?:latest|finalized|safe)"/.test(key)) return answer
  if (!held.has(key)) held.set(key, answer.result)
  return { ...answer, result: held.get(key) }
}

async function serve(port: number, target: string, mannerOf: () => Manner): Promise<void> {
  const held = new Map<string, unknown>()
  const server = createServer((request, response) => {
    void (async () => {
      const manner = mannerOf()
      if (manner === 'dead') return void request.socket.destroy()
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString()
      const real = await fetch(target, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      const text = await real.text()
      response.writeHead(200, { 'content-type': 'application/json' })
      if (manner === 'honest') {
        held.clear()
        return void response.end(text)
      }
      const requests = [JSON.parse(body) as Request | Request[]].flat()
      const parsed = JSON.parse(text) as Answer | Answer[]
      const change = (answer: Answer) => {
        const asked = requests.find(({ id }) => id === answer.id)!
        return manner === 'lies' ? spoiled(asked, answer) : heldBack(asked, answer, held)
      }
      response.end(JSON.stringify(Array.isArray(parsed) ? parsed.map(change) : change(parsed)))
    })().catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

const [target = '', ...ports] = process.argv.slice(2)
const manners = new Map<number, Manner>()
process.on('message', ({ port, manner }: NodeOrder) => void manners.set(port, manner))
await Promise.all(
  ports.map((port) => serve(Number(port), target, () => manners.get(Number(port)) ?? 'honest')),
)
process.send!('ready')
