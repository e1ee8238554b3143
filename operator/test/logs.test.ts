import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseAbiItem, type Hex } from 'viem'
import { openReader } from '../src/deploy/session.ts'
import { LogReader } from '../src/verify/logs.ts'

const HEAD = 60_000
const EVENT = parseAbiItem('event Staked(uint256 indexed pool)')
const ADDRESS: Hex = `0x${'1'.repeat(40)}`
const WORD: Hex = `0x${'2'.repeat(64)}`

type Call = { id: number; method: string }
type Refusal = { status?: number; error?: object; headers?: Record<string, string>; body?: string }
let server: Server | undefined

afterEach(() => {
  vi.restoreAllMocks()
  server?.closeAllConnections()
  server?.close()
})

/** A node with a log in every hundredth block, which refuses the requests for which `refuse` gives an answer. */
async function node(
  refuse: (blocks: number, to: number, request: number) => Refusal | 'cut' | undefined,
  head = HEAD,
) {
  /** the number of blocks in each request */
  const asked: number[] = []
  const said: string[] = []
  server = createServer((request, response) => {
    void answer(request, response)
  })
  async function answer(request: AsyncIterable<unknown>, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: unknown[] }
    const say = (answered: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answered))
    if (method !== 'eth_getLogs') return void say({ jsonrpc: '2.0', id, result: '0x38' })
    const { fromBlock, toBlock } = params[0] as { fromBlock: Hex; toBlock: Hex }
    const [from, to] = [Number(fromBlock), Number(toBlock)]
    asked.push(to - from + 1)
    const refused = refuse(to - from + 1, to, asked.length)
    if (refused === 'cut') return void response.destroy()
    if (refused !== undefined) {
      const { status = 200, error, headers, body } = refused
      response.writeHead(status, headers).end(body ?? JSON.stringify({ jsonrpc: '2.0', id, error }))
      return
    }
    const logs: unknown[] = []
    for (let block = Math.ceil(from / 100) * 100; block <= to; block += 100)
      logs.push({
        address: ADDRESS,
        topics: [WORD],
        data: '0x',
        blockHash: WORD,
        transactionHash: WORD,
        blockNumber: `0x${block.toString(16)}`,
        logIndex: '0x0',
      })
    say({ jsonrpc: '2.0', id, result: logs })
  }
  await new Promise<void>((listening) => server!.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const reader = await openReader(url, undefined, (line) => void said.push(line))
  const read = () =>
    new LogReader(reader).read({ address: ADDRESS, events: [EVENT], fromBlock: 0n, toBlock: BigInt(head) })
  return { asked, said, read }
}

const everyLog = Array.from({ length: HEAD / 100 + 1 }, (_, index) => BigInt(index * 100))

describe('logs in ranges', () => {
  it.each<[string, Refusal | 'cut']>([
    ['the range', { error: { code: -32_000, message: 'exceed maximum block range: 1000' } }],
    ['the results', { error: { code: -32_602, message: 'query returned more than 10000 results' } }],
    ['the time it takes', { error: { code: -32_603, message: 'query timed out' } }],
    ['the time it takes, as geth says it', { error: { code: -32_002, message: 'request timed out' } }],
    [
      'the range, with HTTP 400',
      { status: 400, error: { code: -32_600, message: 'block range is too wide' } },
    ],
    ['the answer’s size', { status: 413, body: 'too large' }],
    ['a fault inside', { error: { code: -32_603, message: 'internal error' } }],
    ['an unknown reason, by closing the connection,', 'cut'],
  ])('shrink after a refusal for %s, and each log is found once', async (_, refusal) => {
    const { asked, read } = await node((blocks) => (blocks > 1_000 ? refusal : undefined))
    expect((await read()).map(({ blockNumber }) => blockNumber)).toEqual(everyLog)
    // 60 requests of 1000 blocks (120 if the node names no limit), and the refused requests. A request that fails by an error is sent three times.
    expect(asked.length).toBeLessThan(240)
  })

  it('take the size that the node names at once, and keep it', async () => {
    const error = {
      code: -32_600,
      message: 'You can make eth_getLogs requests with up to a 3000 block range.',
    }
    const { asked, read } = await node((blocks) => (blocks > 3_000 ? { error } : undefined))
    expect(await read()).toHaveLength(everyLog.length)
    expect(asked.filter((blocks) => blocks === 3_000).length).toBeGreaterThan(10)
    expect(asked.length).toBeLessThan(40)
  })

  it('grow again after the blocks that were too full, up to their earlier size', async () => {
    const error = { code: -32_602, message: 'query returned more than 10000 results' }
    const full = (blocks: number, to: number) => (blocks > 300 && to < 10_000 ? { error } : undefined)
    const { asked, read } = await node(full, 10 * HEAD)
    expect(await read()).toHaveLength((10 * HEAD) / 100 + 1)
    expect(asked.filter((blocks) => blocks === 10_000).length).toBeGreaterThan(20)
  })

  it('wait for the time that the node names, show the node’s words, and continue', async () => {
    const refusal = { status: 429, headers: { 'retry-after': '1' }, body: 'over rate limit of 10 requests' }
    const { asked, said, read } = await node((_blocks, _to, request) => (request === 2 ? refusal : undefined))
    expect((await read()).map(({ blockNumber }) => blockNumber)).toEqual(everyLog)
    expect(asked.every((blocks) => blocks >= 1)).toBe(true)
    expect(said).toEqual([
      expect.stringMatching(/^http:\S+ says "over rate limit of 10 requests": retry in 1 s$/),
    ])
  })

  it.each<[string, Refusal, RegExp]>([
    [
      'a method that it does not have',
      { error: { code: -32_601, message: 'the method eth_getLogs does not exist' } },
      /refuses eth_getLogs: the method eth_getLogs does not exist/,
    ],
    [
      'logs that it no longer has',
      { error: { code: 4_444, message: 'history has been pruned' } },
      /a node that keeps all logs is needed: .*history has been pruned/,
    ],
    [
      'a wrong key',
      { status: 401, error: { code: -32_000, message: 'API key not found' } },
      /does not accept the key in its address: API key not found/,
    ],
  ])('do not shrink after %s, and the error has the node’s words', async (_, refusal, words) => {
    const { asked, read } = await node(() => refusal)
    await expect(read()).rejects.toThrow(words)
    expect(asked.every((blocks) => blocks === 10_000 || blocks === 1)).toBe(true)
  })

  it.each<[string, Refusal | 'cut', RegExp]>([
    ['refuses', { error: { code: -32_000, message: 'block range too large' } }, /: block range too large$/],
    ['closes the connection for', 'cut', /does not answer: /],
  ])(
    'end with an error if a node %s even a single block',
    async (_, refusal, words) => {
      const { asked, read } = await node(() => refusal)
      await expect(read()).rejects.toThrow(words)
      expect(asked).toContain(1)
      // Four ranges are requested at once. Each range is halved at most fourteen times. After a closed connection, one block is requested three times.
      expect(asked.length).toBeLessThan(4 * (14 + 3))
    },
    30_000,
  )

  it('become smaller, but not slower, if a node refuses larger requests by its rate limit', async () => {
    const error = { code: -32_005, message: 'limit exceeded' }
    const { asked, read } = await node((blocks) => (blocks > 500 ? { error } : undefined), 700)
    expect(await read()).toHaveLength(8)
    expect(asked.filter((blocks) => blocks <= 500)).toEqual([43, 86, 172, 344, 56])
  }, 30_000)

  it('are not taken from a node that lacks the last block, even if another node behind the same address has the block', async () => {
    let posts = 0
    server = createServer((request, response) => {
      void (async () => {
        let text = ''
        for await (const chunk of request) text += String(chunk)
        const asked = JSON.parse(text) as Call | Call[]
        // One node answers batches, the other node single calls. Both nodes add `error: null` to a good answer.
        const answers = [asked].flat().map(({ id, method }) => {
          const single = method === 'eth_chainId' ? '0x38' : { number: '0xa' }
          const paired = method === 'eth_getLogs' ? [] : null
          return { jsonrpc: '2.0', id, error: null, result: Array.isArray(asked) ? paired : single }
        })
        if (Array.isArray(asked)) posts += 1
        response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]))
      })()
    })
    await new Promise<void>((listening) => server!.listen(0, '127.0.0.1', listening))
    const reader = await openReader(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const later = globalThis.setTimeout
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, wait: number, ...given: []) =>
      later(work, wait > 10_000 ? wait : 1, ...given)) as typeof setTimeout)
    const reading = new LogReader(reader).read({
      address: ADDRESS,
      events: [EVENT],
      fromBlock: 0n,
      toBlock: 10n,
    })
    await expect(reading).rejects.toThrow('the node lacks block 10, and perhaps its logs')
    expect(posts).toBe(10)
  })
})
