import { afterEach, describe, expect, it } from 'vitest'
import { ModelChain } from '../src/chain.ts'
import { listFeed, type FeedLog } from '../src/feed.ts'
import type { Limits } from '../src/limits.ts'
import { startModelNode, type ModelNode } from '../src/node.ts'

const ADDRESS = `0x${'5a'.repeat(20)}`
const OTHER = `0x${'5b'.repeat(20)}`
const TOPIC = `0x${'7b'.repeat(32)}`
const FIRST = 60_000_000
const HEAD = FIRST + 10_000
/** One log in every hundredth block. */
const LOGS: FeedLog[] = Array.from({ length: 100 }, (_, index) => ({
  block: FIRST + 100 * index,
  address: index % 2 === 0 ? ADDRESS : OTHER,
  topics: [TOPIC, `0x${index.toString(16).padStart(64, '0')}`],
  data: `0x${index.toString(16).padStart(64, '0')}`,
}))

type Answer = { id: number; result?: unknown; error?: { code: number; message: string } }
type Log = { blockNumber: string; blockHash: string; data: string; topics: string[]; blockTimestamp?: string }

let node: ModelNode
let clock = 0
const chain = new ModelChain({
  feed: listFeed(LOGS, (method, params, block) => Promise.resolve([method, params[0], block])),
  anchor: { number: FIRST, time: 1_760_000_000_000 },
  head: HEAD,
})

async function start(limits: Partial<Limits> = {}) {
  chain.moveTo(HEAD)
  node = await startModelNode(chain, limits, () => clock)
}
afterEach(() => node.stop())

async function post(body: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(node.url, { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}
async function ask(method: string, ...params: unknown[]): Promise<Answer> {
  return (await post({ jsonrpc: '2.0', id: 1, method, params })).body as Answer
}
function range(from: number, to: number, rest: object = {}) {
  return { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}`, ...rest }
}
async function logs(filter: object): Promise<Log[]> {
  return (await ask('eth_getLogs', filter)).result as Log[]
}

describe('a node of the model', () => {
  it('answers logs by address, topic, range and block', async () => {
    await start()
    expect(await logs(range(FIRST, HEAD))).toHaveLength(100)
    expect(await logs(range(FIRST, HEAD, { address: [OTHER, `0x${'11'.repeat(20)}`] }))).toHaveLength(50)
    const [third] = await logs(range(FIRST, HEAD, { topics: [null, [`0x${'3'.padStart(64, '0')}`]] }))
    expect(third).toMatchObject({ blockNumber: `0x${(FIRST + 300).toString(16)}` })
    expect(await logs({ blockHash: third!.blockHash })).toEqual([third])
    const block = (await ask('eth_getBlockByHash', third!.blockHash, false)).result
    expect(block).toMatchObject({ hash: third!.blockHash, timestamp: third!.blockTimestamp })
    node.limit({ blockTimestamp: false })
    expect((await logs({ blockHash: third!.blockHash }))[0]).not.toHaveProperty('blockTimestamp')
  })

  it('reports the second block behind the head as final, or the block that the limits name', async () => {
    await start()
    const final = async () =>
      (await ask('eth_getBlockByNumber', 'finalized', false)) as { result: { number: string } }
    expect(Number((await final()).result.number)).toBe(HEAD - 2)
    node.limit({ finalized: { late: 40 } })
    expect(Number((await final()).result.number)).toBe(HEAD - 42)
    node.limit({ finalized: 'missing' })
    expect(await final()).toMatchObject({ error: { message: 'finalized block not found' } })
    node.limit({ finalized: 'ok', finalizedInLogs: false })
    const tagged = { ...range(FIRST, HEAD), toBlock: 'finalized' }
    expect(await ask('eth_getLogs', tagged)).toHaveProperty('error')
    node.limit({ finalizedInLogs: true })
    expect(await logs(tagged)).toHaveLength(100)
  })

  it('counts calls, POSTs and bytes', async () => {
    await start()
    await post([
      { id: 1, method: 'eth_chainId' },
      { id: 2, method: 'eth_chainId' },
    ])
    await ask('eth_blockNumber')
    const { posts, calls, bytes } = node.counts()
    expect({ posts, calls }).toEqual({ posts: 2, calls: { eth_chainId: 2, eth_blockNumber: 1 } })
    expect(bytes).toBeGreaterThan(100)
    node.resetCounts()
    expect(node.calls()).toBe(0)
  })
})

describe('a limit', () => {
  it.each([
    ['bsc', 200, 'exceed maximum block range: 5000'],
    ['reth', 200, 'query exceeds max block range 5000'],
    ['alchemy', 400, 'this block range should work: [0x3938700, 0x3939a87]'],
    ['drpc', 400, 'ranges over 5000 blocks are not supported'],
    ['seed', 200, 'limit exceeded'],
    ['timeout', 200, 'request timed out'],
  ] as const)('of blocks is refused in the words of %s', async (wording, status, words) => {
    await start({ blocks: 5_000, wording })
    const body = { id: 1, method: 'eth_getLogs', params: [range(FIRST, FIRST + 5_000)] }
    const answer = await post(body)
    expect(answer.status).toBe(status)
    expect((answer.body as Answer).error!.message).toContain(words)
    expect(await logs(range(FIRST, FIRST + 4_999))).toHaveLength(50)
  })

  it('of results suggests a range that the node answers', async () => {
    await start({ results: 20, wording: 'reth' })
    const { error } = await ask('eth_getLogs', range(FIRST, HEAD))
    const [from, to] = /range (\d+)-(\d+)/.exec(error!.message)!.slice(1).map(Number)
    expect(await logs(range(from!, to!))).toHaveLength(20)
  })

  it('of bytes refuses a larger answer', async () => {
    await start({ bytes: 10_000 })
    expect((await ask('eth_getLogs', range(FIRST, HEAD))).error!.message).toBe('response too large')
    expect(await logs(range(FIRST, FIRST + 1_000))).toHaveLength(11)
  })

  it('of a batch refuses all of a longer batch', async () => {
    await start({ batch: 2, wording: 'reth' })
    const calls = (count: number) => Array.from({ length: count }, (_, id) => ({ id, method: 'eth_chainId' }))
    expect(await post(calls(3))).toMatchObject({ body: { error: { code: -32010 } } })
    expect((await post(calls(2))).body).toHaveLength(2)
  })

  it('of calls per second counts each call of a batch', async () => {
    await start({ callsPerSecond: 5 })
    const calls = (count: number) => Array.from({ length: count }, (_, id) => ({ id, method: 'eth_chainId' }))
    expect((await post(calls(4))).status).toBe(200)
    expect((await post(calls(4))).status).toBe(429)
    clock += 1_000
    node.limit({ rateWording: '-32005' })
    const { body } = await post(calls(6))
    expect((body as Answer[]).filter(({ error }) => error?.message === 'limit exceeded')).toHaveLength(1)
  })

  it('of kept logs and kept state refuses older blocks', async () => {
    await start({ keptLogs: 1_000, keptState: 128 })
    expect(await ask('eth_getLogs', range(HEAD - 1_001, HEAD))).toMatchObject({ error: { code: 4444 } })
    expect(await logs(range(HEAD - 1_000, HEAD))).toHaveLength(10)
    const at = (number: number) => ask('eth_call', { to: ADDRESS }, `0x${number.toString(16)}`)
    expect((await at(HEAD - 129)).error!.message).toMatch(/^missing trie node/)
    expect((await at(HEAD - 128)).result).toEqual(['eth_call', { to: ADDRESS }, HEAD - 128])
  })

  it('refuses methods by name, and blocks after the head', async () => {
    await start({ refusedMethods: ['eth_getLogs'] })
    expect(await ask('eth_getLogs', range(FIRST, HEAD))).toMatchObject({ error: { code: -32005 } })
    node.limit({ refusedMethods: [] })
    expect((await ask('eth_getLogs', range(FIRST, HEAD + 1))).error!.message).toMatch(/beyond current head/)
    node.limit({ beyondHead: 'leaveOut' })
    expect(await logs(range(FIRST, HEAD + 1))).toHaveLength(100)
    expect((await ask('eth_getBlockByNumber', `0x${(HEAD + 1).toString(16)}`, false)).result).toBeNull()
  })

  it('of a second node behind the address appears every other time', async () => {
    await start({ secondBehind: 3 })
    const heads = [await ask('eth_blockNumber'), await ask('eth_blockNumber'), await ask('eth_blockNumber')]
    expect(heads.map(({ result }) => Number(result) - HEAD)).toEqual([0, -3, 0])
  })
})

describe('a lie', () => {
  it('leaves a log out, invents a log, or changes an amount, and nothing else', async () => {
    await start()
    const block = FIRST + 300
    const true_ = await logs(range(FIRST, HEAD))
    node.limit({ lies: [{ block, place: 0, how: 'leaveOut' }] })
    expect(await logs(range(FIRST, HEAD))).toEqual(
      true_.filter(({ blockNumber }) => Number(blockNumber) !== block),
    )
    node.limit({ lies: [{ block, place: 0, how: 'invent' }] })
    const invented = await logs(range(FIRST, HEAD))
    expect(invented).toHaveLength(101)
    expect(invented[4]!.topics.at(-1)).toMatch(/5c$/)
    node.limit({ lies: [{ block, place: 0, how: 'amount', word: 0 }] })
    const changed = await logs(range(FIRST, HEAD))
    expect(BigInt(changed[3]!.data)).toBe(3n + 10n ** 18n)
    expect(changed.filter((log, index) => log.data !== true_[index]!.data)).toHaveLength(1)
  })
})
