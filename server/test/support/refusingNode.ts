/** A proxy before a node that refuses some POSTs in the test's words, and records the requests. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NodeRefusal } from '@galx/protocol/nodeRefusals'

export type Call = { id: number; method: string; params: readonly unknown[] }
/** The refusal. Without a code the body is the message as text. */
export type Refused = Pick<NodeRefusal, 'code' | 'message'> & Partial<NodeRefusal>
export type Post = {
  calls: number
  /** blocks of the indexer's largest eth_getLogs in the POST; 0 without an eth_getLogs */
  blocks: number
  isRefused: boolean
}
export type RefusingNode = {
  url: string
  /** in their order */
  posts: Post[]
  stop(): void
}

/** @param refuse the refusal of all calls of a POST; null: the real node answers */
export async function startRefusingNode(
  target: string,
  refuse: (calls: readonly Call[]) => Refused | null,
): Promise<RefusingNode> {
  const posts: Post[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString()
      const asked = JSON.parse(body) as Call | Call[]
      const calls = [asked].flat()
      const refused = refuse(calls)
      posts.push({ calls: calls.length, blocks: blocksOf(calls), isRefused: refused !== null })
      const headers = { 'content-type': 'application/json' }
      if (refused !== null) {
        const { status, text } = refusalText(asked, refused)
        response.writeHead(status, headers).end(text)
        return
      }
      const answer = await fetch(target, { method: 'POST', headers, body })
      response.writeHead(answer.status, headers).end(await answer.text())
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Blocks of the indexer's largest request for logs. The indexer sends topics. The probe of a node sends no topics and is not counted. */
export function blocksOf(calls: readonly Call[]): number {
  const sizes = calls.map(({ method, params }) => {
    const { topics, fromBlock, toBlock } = (params[0] ?? {}) as Record<string, unknown>
    if (method !== 'eth_getLogs' || topics === undefined) return 0
    return Math.max(1, Number(toBlock) - Number(fromBlock) + 1 || 1)
  })
  return Math.max(0, ...sizes)
}

/** If the refusal has an HTTP status of its own, one error answers the whole POST. Otherwise each call gets the error. */
function refusalText(
  asked: Call | Call[],
  { httpStatus, code, message }: Refused,
): { status: number; text: string } {
  const status = httpStatus ?? 200
  // In the table of refusals, this message stands for an empty answer.
  if (code === null) return { status, text: message === `HTTP ${status}` ? '' : message }
  const error = message === 'no message' ? { code } : { code, message }
  const answerTo = (id: number | null) => ({ jsonrpc: '2.0', id, error })
  const answers = Array.isArray(asked)
    ? status === 200
      ? asked.map(({ id }) => answerTo(id))
      : answerTo(null)
    : answerTo(asked.id)
  return { status, text: JSON.stringify(answers) }
}
