/** A node between a test and the real node. It forwards and counts every request, and lies on demand. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { aggregate3Abi } from '@galx/protocol/multicall3'
import type { HexString } from '@galx/protocol/webConfig'
import { decodeFunctionData, decodeFunctionResult, encodeFunctionResult, type Hex } from 'viem'

type Request = { method: string; params: readonly unknown[] }
/** The false answer to a call of Multicall3; undefined: the true answer. */
export type Lie = (
  call: { target: HexString; callData: HexString },
  answer: { success: boolean; returnData: HexString },
) => { success: boolean; returnData: HexString } | undefined

/** The false result of a request. */
function lied({ method, params }: Request, result: unknown, lie: Lie): unknown {
  const { data } = Object(params[0]) as { data?: Hex }
  const { selector } = AGGREGATE
  if (method !== 'eth_call' || !data?.startsWith(selector) || typeof result !== 'string') return result
  const calls = decodeFunctionData({ abi: aggregate3Abi, data }).args[0]
  const answers = decodeFunctionResult({ ...AGGREGATE.call, data: result as Hex })
  return encodeFunctionResult({
    ...AGGREGATE.call,
    result: answers.map((answer, index) => {
      const { target, callData } = calls[index]!
      return lie({ target: target.toLowerCase() as HexString, callData }, answer) ?? answer
    }),
  })
}

const AGGREGATE = {
  selector: '0x82ad56cb',
  call: { abi: aggregate3Abi, functionName: 'aggregate3' },
} as const

export type LyingNode = {
  url: string
  requests: Request[]
  lie: Lie
  /** the false answer to a whole request; undefined: the true answer */
  answer: (request: Request) => object | undefined
  honest(): void
  stop(): void
}

export async function startLyingNode(realUrl: string): Promise<LyingNode> {
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', async () => {
      const body = Buffer.concat(parts).toString()
      const request = JSON.parse(body) as Request
      node.requests.push(request)
      const given = node.answer(request)
      const send = (answer: object) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      if (given !== undefined) return send({ jsonrpc: '2.0', id: 1, ...given })
      const real = await fetch(realUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      const answer = (await real.json()) as { result?: unknown }
      if ('result' in answer) answer.result = lied(request, answer.result, node.lie)
      send(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const node: LyingNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    lie: () => undefined,
    answer: () => undefined,
    honest: () => {
      node.lie = () => undefined
      node.answer = () => undefined
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return node
}
