/** A node of the model chain over HTTP, with the limits of a real node. The node counts the calls that it gets. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { answerCall, RefusedError } from './answers.ts'
import type { ModelChain } from './chain.ts'
import { NodeError } from './feed.ts'
import { CallRate, NO_LIMITS, refuseBatch, type Limits, type Refusal } from './limits.ts'

export type Counts = {
  posts: number
  /** calls by method, including refused calls */
  calls: Record<string, number>
  /** bytes of all answers, without HTTP headers */
  bytes: number
  /** calls refused by a limit, by the error's message */
  refused: Record<string, number>
}

export type ModelNode = {
  url: string
  limits(): Limits
  /** changes some limits from the next POST on */
  limit(changed: Partial<Limits>): void
  counts(): Counts
  /** @returns the number of all calls */
  calls(): number
  resetCounts(): void
  stop(): Promise<void>
}

type Call = { id: unknown; method: string; params?: readonly unknown[] }
type Answer = { jsonrpc: '2.0'; id: unknown; result?: unknown; error?: object }

/** @param limits a missing limit does not apply @param now milliseconds, for calls per second */
export async function startModelNode(
  chain: ModelChain,
  limits: Partial<Limits> = {},
  now: () => number = () => performance.now(),
): Promise<ModelNode> {
  let current: Limits = { ...NO_LIMITS, ...limits }
  let counts = noCounts()
  const rate = new CallRate()
  const state = { isSecond: false }

  const answerOne = async (call: Call, head: number): Promise<Answer> => {
    const answer = { jsonrpc: '2.0', id: call.id } as const
    try {
      const asked = { chain, limits: current, head }
      return { ...answer, result: await answerCall(asked, call.method, call.params ?? []) }
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      add(counts.refused, error.message)
      const { code, message, data } = error
      if (error instanceof RefusedError && error.refusal.status !== 200) throw error
      return { ...answer, error: { code, message, ...(data !== undefined && { data }) } }
    }
  }

  const answerPost = async (request: IncomingMessage, response: ServerResponse) => {
    const asked = JSON.parse(await bodyOf(request)) as Call | Call[]
    const calls = [asked].flat()
    counts.posts += 1
    for (const { method } of calls) add(counts.calls, method)
    const head = chain.head - (state.isSecond ? current.secondBehind : 0)
    state.isSecond = !state.isSecond
    if (current.latency > 0) await wait(current.latency)
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      const text = JSON.stringify(body)
      counts.bytes += Buffer.byteLength(text)
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
    }
    const refuse = ({ status, code, message }: Refusal) => {
      const id = Array.isArray(asked) ? null : asked.id
      send(status, { jsonrpc: '2.0', id, error: { code, message } })
    }
    if (Array.isArray(asked) && current.batch !== null && calls.length > current.batch) {
      const refusal = refuseBatch(current.wording, current.batch, calls.length)
      add(counts.refused, refusal.message)
      return refuse(refusal)
    }
    let allowed = calls.length
    if (current.callsPerSecond !== null) allowed = rate.take(calls.length, current.callsPerSecond, now())
    if (allowed < calls.length && current.rateWording === '429') {
      add(counts.refused, 'Too Many Requests')
      const error = { code: 429, message: 'Too Many Requests' }
      return send(429, { jsonrpc: '2.0', id: null, error }, { 'retry-after': '1' })
    }
    try {
      const answers: Answer[] = []
      for (const [index, call] of calls.entries())
        answers.push(index < allowed ? await answerOne(call, head) : tooFast(call))
      send(200, Array.isArray(asked) ? answers : answers[0])
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      refuse(error.refusal)
    }
  }
  const tooFast = ({ id }: Call): Answer => {
    const message = current.rateWording === '-32016' ? 'over rate limit' : 'limit exceeded'
    add(counts.refused, message)
    return { jsonrpc: '2.0', id, error: { code: Number(current.rateWording), message } }
  }

  const server = createServer((request, response) => {
    answerPost(request, response).catch((error: unknown) => {
      // A client may disconnect. Any other error is a fault of the model, which the client must see.
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    limits: () => current,
    limit: (changed) => {
      current = { ...current, ...changed }
    },
    counts: () => structuredClone(counts),
    calls: () => Object.values(counts.calls).reduce((sum, count) => sum + count, 0),
    resetCounts: () => {
      counts = noCounts()
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function noCounts(): Counts {
  return { posts: 0, calls: {}, bytes: 0, refused: {} }
}

function add(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
