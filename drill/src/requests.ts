/** HTTP requests to parts and through the edges, each with a short timeout. */
import { request as requestPlain, type IncomingMessage } from 'node:http'
import { Agent, request as requestSecure } from 'node:https'

export type Answer<Data = unknown> = { status: number; body: Data }

/** The authority whose certificates a caller trusts, and the caller's own certificate. */
export type Trust = { ca: string; cert?: string; key?: string }

export type Ask = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** milliseconds; default 2 000 */
  timeout?: number
  /** needed for https */
  trust?: Trust
}

/** Connections stay open for the next request, like in a browser. */
const agents = new Map<string, Agent>()

function agentOf(trust: Trust): Agent {
  const key = JSON.stringify(trust)
  let agent = agents.get(key)
  if (agent === undefined)
    agents.set(
      key,
      // Every name resolves to this machine, as with entries in /etc/hosts.
      (agent = new Agent({
        ...trust,
        keepAlive: true,
        lookup: (_name, options, found) =>
          options.all
            ? (found as (error: null, all: { address: string; family: number }[]) => void)(null, [
                { address: '127.0.0.1', family: 4 },
              ])
            : found(null, '127.0.0.1', 4),
      })),
    )
  return agent
}

/** @throws without an answer within `timeout` milliseconds */
export function ask(
  url: string,
  { method = 'GET', headers = {}, body, timeout = 2_000, trust }: Ask = {},
): Promise<Answer<string>> {
  return new Promise((resolve, reject) => {
    const options = { method, headers, signal: AbortSignal.timeout(timeout) }
    const receive = (response: IncomingMessage) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      )
    }
    const sent = url.startsWith('https:')
      ? requestSecure(url, { ...options, agent: agentOf(trust ?? { ca: '' }) }, receive)
      : requestPlain(url, options, receive)
    sent.on('error', reject)
    sent.end(body)
  })
}

/** @throws without an answer, or if the answer is not JSON */
export async function askJson<Data>(url: string, options: Ask = {}): Promise<Answer<Data>> {
  const { status, body } = await ask(url, options)
  try {
    return { status, body: JSON.parse(body) as Data }
  } catch {
    throw new Error(`${url} answered ${status} without JSON: ${body.slice(0, 80)}`)
  }
}

/** @throws without an answer, or for any status except 200 */
export async function askText(url: string, options: Ask = {}): Promise<string> {
  const { status, body } = await ask(url, options)
  if (status !== 200) throw new Error(`${url} answered ${status}`)
  return body
}

/** The status of an answer; 0 without an answer. */
export async function statusOf(url: string, options: Ask = {}): Promise<number> {
  return ask(url, options).then(
    ({ status }) => status,
    () => 0,
  )
}

/** The value of a metric without labels, or of the first sample with `labels`; null if there is none. */
export function sampleOf(text: string, name: string, labels = ''): number | null {
  for (const line of text.split('\n')) {
    if (!line.startsWith(name) || !/^[ {]/.test(line.slice(name.length))) continue
    if (labels !== '' && !line.includes(labels)) continue
    return Number(line.slice(line.lastIndexOf(' ') + 1))
  }
  return null
}
