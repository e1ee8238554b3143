/** A node with every fault that real nodes have: a proxy before the real node, which spoils the real node's answers. */
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { paperHeader } from './paperHeader.ts'

export type Fault =
  | 'none'
  | 'silent'
  | 'http429'
  | 'http500'
  | 'truncated'
  | 'logsOutside'
  | 'logsTwice'
  | 'rangeLimit'
  /** refuses every request for logs, like a provider whose plan is used up */
  | 'logsRefused'
  /** fails every request for logs of any size, like a node with a broken index of logs */
  | 'logsBroken'
  /** calls the newest block final */
  | 'hasty'
  /** serves another chain, with another first block */
  | 'foreign'
  | 'behind'
  /** stays at the finalised block of its first answer */
  | 'lags'
  | 'wrongParent'
  /** changes one field and keeps the hash */
  | 'forgedHeader'
  /** the day of a hard fork: adds an unknown hashed field to headers */
  | 'unknownField'
  /** multiplies a stake's weight by 1 000, which neither header nor bloom filter reveals */
  | 'weights'
  /** invents a stake of an account that never staked, in a block with stakes */
  | 'inventedLog'
  /** follows another fork after the first block: its headers are valid, but none is on our chain */
  | 'otherFork'
  /** hides every stake, in answers for ranges and for single blocks */
  | 'logsHidden'

type Request = { id: number; method: string; params: unknown[] }
type Answer = { id: number; result?: unknown; error?: unknown }
type Lag = { finalised: { number: string } | null }

/** @param faultOf decides for each POST */
export async function startFaultyNode(target: string, faultOf: () => Fault) {
  const served = new Map<Fault, number>()
  const lag: Lag = { finalised: null }
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString()
      const fault = faultOf()
      served.set(fault, (served.get(fault) ?? 0) + 1)
      if (fault === 'silent') return // the client's own timeout ends it
      if (fault === 'http429') return void response.writeHead(429, { 'retry-after': '0' }).end('slow down')
      if (fault === 'http500') return void response.writeHead(500).end('oops')
      const asked = JSON.parse(body) as Request | Request[]
      const requests = [asked].flat()
      if (fault === 'hasty')
        for (const { params } of requests) if (params[0] === 'finalized') params[0] = 'latest'
      const answer = await fetch(target, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(requests),
      })
      const answers = spoil(fault, requests, (await answer.json()) as Answer[], lag)
      const text = JSON.stringify(Array.isArray(asked) ? answers : answers[0])
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(fault === 'truncated' ? text.slice(0, text.length / 2) : text)
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const FOREIGN_GENESIS = paperHeader({ number: 0, parentHash: `0x${'f1'.repeat(32)}`, timestamp: 1 })

function headerOfOtherFork(number: number) {
  const parentHash = `0x${(number - 1).toString(16).padStart(64, 'f')}`
  return paperHeader({ number, parentHash, timestamp: number })
}

type StakeLog = { blockNumber: string; topics: string[]; data: string }

/** The fifth word of `Staked`, the only event with six words, is the weight. */
function weightTimes1000(data: string): string {
  if (data.length !== 2 + 6 * 64) return data
  const [start, end] = [2 + 4 * 64, 2 + 5 * 64]
  const weight = BigInt(`0x${data.slice(start, end)}`) * 1_000n
  return `${data.slice(0, start)}${weight.toString(16).padStart(64, '0')}${data.slice(end)}`
}

function spoil(fault: Fault, requests: Request[], answers: Answer[], lag: Lag): Answer[] {
  return answers.map((answer) => {
    const request = requests.find(({ id }) => id === answer.id)!
    if (request.method === 'eth_getLogs') {
      if (fault === 'logsRefused')
        return { id: answer.id, error: { code: -32005, message: 'limit exceeded' } }
      if (fault === 'logsBroken') return { id: answer.id, error: { code: -32603, message: 'internal error' } }
      const logs = answer.result as StakeLog[]
      const filter = request.params[0] as { fromBlock?: string; toBlock?: string }
      const ranged = filter.fromBlock !== undefined
      if (fault === 'logsHidden' || fault === 'otherFork') return { ...answer, result: [] }
      if (fault === 'weights')
        return {
          ...answer,
          result: logs.map((log) => ({ ...log, data: weightTimes1000(log.data) })),
        }
      if (fault === 'inventedLog' && logs.length > 0) {
        const [first] = logs
        const topics = [...first!.topics.slice(0, -1), `0x${'00'.repeat(12)}${'5c'.repeat(20)}`]
        return { ...answer, result: [...logs, { ...first, logIndex: '0x7fff', topics }] }
      }
      if (fault === 'logsTwice') return { ...answer, result: [...logs, ...logs] }
      if (fault === 'logsOutside')
        return { ...answer, result: logs.map((log) => ({ ...log, blockNumber: '0x7fffffff' })) }
      if (fault === 'rangeLimit' && ranged && Number(filter.toBlock) - Number(filter.fromBlock) >= 4)
        return { id: answer.id, error: { code: -32005, message: 'block range is too large, max is 4' } }
    }
    if (request.method === 'eth_getBlockByNumber' && answer.result) {
      if (fault === 'behind') return { ...answer, result: null }
      if (fault === 'foreign' && Number(request.params[0]) === 0)
        return { ...answer, result: FOREIGN_GENESIS }
      const number = Number((answer.result as { number: string }).number)
      if (fault === 'otherFork' && number > 0) return { ...answer, result: headerOfOtherFork(number) }
      if (fault === 'lags') {
        const [block] = request.params as [string]
        if (block === 'finalized')
          return { ...answer, result: (lag.finalised ??= answer.result as Lag['finalised']) }
        if (lag.finalised !== null && Number(block) > Number(lag.finalised.number))
          return { ...answer, result: null }
      }
      if (fault === 'forgedHeader')
        return { ...answer, result: { ...(answer.result as object), stateRoot: `0x${'5a'.repeat(32)}` } }
      // For a client that does not know the field, the hash of the known fields differs from the hash in the header.
      if (fault === 'unknownField' && number > 0) {
        const changed = { stateRoot: `0x${'5a'.repeat(32)}`, forkRoot: `0x${'5b'.repeat(32)}` }
        return { ...answer, result: { ...(answer.result as object), ...changed } }
      }
      if (fault === 'wrongParent')
        return { ...answer, result: { ...(answer.result as object), parentHash: `0x${'de'.repeat(32)}` } }
    }
    return answer
  })
}
