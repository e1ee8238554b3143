/**
 * The requests to several nodes while the head is followed, and the time for which a row waits for their agreement. The clock and the nodes are the
 * test's own.
 */
import { expect, it } from 'vitest'
import { answerCall } from '@galx/modelchain/answers'
import { BLOCK_MILLISECONDS, FINALITY, ModelChain } from '@galx/modelchain/chain'
import { listFeed, NodeError } from '@galx/modelchain/feed'
import { NO_LIMITS, type Limits } from '@galx/modelchain/limits'
import { Agreement } from '../../src/chain/rpc/agreement.ts'
import { Endpoints } from '../../src/chain/rpc/endpoints.ts'
import { faultOf } from '../../src/chain/rpc/fault.ts'
import type { Ask, Call } from '../../src/chain/rpc/jsonRpc.ts'
import { logQuery } from '../../src/chain/rpc/logQuery.ts'
import { DEFAULT_BUDGET, Head } from '../../src/indexer/engine/head.ts'
import { RangePrefetcher } from '../../src/indexer/engine/rangePrefetcher.ts'

const ADDRESS = `0x${'5a'.repeat(20)}`
const TOPIC = `0x${'01'.repeat(32)}`
const START = 100_000_300
const SECONDS = 120
/** Calls of one question to a peer about an empty range, and the question about its genesis block. */
const FIRST_CALLS = 4

const query = logQuery([{ address: ADDRESS, topics: [TOPIC] }])
const { signal } = new AbortController()

function chainWith(blocks: readonly number[], head = START) {
  const data = `0x${'00'.repeat(31)}07`
  const feed = listFeed(blocks.map((block) => ({ block, address: ADDRESS, topics: [TOPIC, TOPIC], data })))
  return new ModelChain({ feed, anchor: { number: START, time: 1_760_000_000_000 }, head })
}

function nodeOf(
  chain: ModelChain,
  limits: Partial<Limits> = {},
  heard: (call: Call) => void = () => {},
): Ask {
  return async (calls) => {
    calls.forEach(heard)
    const node = { chain, limits: { ...NO_LIMITS, ...limits }, head: chain.head }
    try {
      return await Promise.all(calls.map(({ method, params }) => answerCall(node, method, params)))
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      const methods = calls.map(({ method }) => method)
      throw faultOf(
        { httpStatus: 200, code: error.code, message: error.message, retryAfter: null },
        { methods },
      )
    }
  }
}

function endpointsOf(chain: ModelChain, asks: readonly Ask[], clock?: () => number): Endpoints {
  const nodes = asks.map((ask, index) => ({ name: `node ${index}`, ask }))
  return new Endpoints(nodes, chain.hashOf(0), clock)
}

/** Follows for two minutes with three nodes. @returns the times of the calls to each node, and each event's delay from finality to row, in ms */
async function follow(secondsBetweenEvents: number) {
  let now = 0
  const clock = () => now
  const blockAt = (milliseconds: number) => START + Math.floor(milliseconds / BLOCK_MILLISECONDS)
  const events = Array.from({ length: Math.floor(SECONDS / secondsBetweenEvents) }, (_, index) =>
    blockAt((index + 0.5) * secondsBetweenEvents * 1_000),
  )
  const chain = chainWith(events)
  const times: number[][] = [[], [], []]
  const asks = times.map((asked) => nodeOf(chain, {}, () => asked.push(now)))
  const endpoints = endpointsOf(chain, asks, clock)
  const agreement = new Agreement(endpoints, query, { clock })
  const metrics = { finalisedBlock: { set: () => {} } } as never
  const noVote = () => expect.unreachable()
  const options = { endpoints, query, budget: DEFAULT_BUDGET, metrics, log: {} as never, noVote, signal }
  const head = new Head(options, clock)
  const ranges = new RangePrefetcher(agreement, null, signal)
  const rows: { at: number; delay: number }[] = []
  for (let from = START - 10; now < SECONDS * 1_000;) {
    chain.moveTo(blockAt(now))
    if (head.finalised < from) await head.advance(from)
    if (head.finalised < from) {
      now += head.pause
      continue
    }
    const { to, range } = ranges.next(from, head.finalised, head.logged)
    const { unconfirmed, logs } = await range
    expect(unconfirmed).toBeNull()
    for (const { blockNumber } of logs)
      rows.push({ at: now, delay: now - (blockNumber - START + FINALITY) * BLOCK_MILLISECONDS })
    from = to + 1
  }
  return { times, rows }
}

it.each([3, 6])(
  'a peer is asked 0.5 calls a second from the first second on, with an event every %i seconds',
  async (seconds) => {
    const { times } = await follow(seconds)
    const [read, ...peers] = times
    for (const peer of peers)
      for (const [index, time] of peer.entries())
        expect(index + 1).toBeLessThanOrEqual(
          (DEFAULT_BUDGET.peerCallsPerSecond * time) / 1_000 + FIRST_CALLS,
        )
    expect(read!.length / SECONDS).toBeLessThanOrEqual(DEFAULT_BUDGET.callsPerSecond)
  },
)

it('a row waits no longer than a poll for the peers, with an event every 6 seconds', async () => {
  const { rows } = await follow(6)
  const settled = rows.filter(({ at }) => at > 20_000)
  expect(settled.length).toBeGreaterThan(10)
  expect(Math.max(...settled.map(({ delay }) => delay))).toBeLessThan(800)
})

const BLOCK = START - 10
/** Two logs: in an earlier block, and in the last block of the range. */
const LOGGED = chainWith([BLOCK - 5, BLOCK], START)

async function agreeWith(peer: Ask) {
  const asks = [nodeOf(LOGGED), peer]
  const agreement = new Agreement(endpointsOf(LOGGED, asks), query)
  return agreement.fetch(BLOCK - 9, BLOCK, signal, true)
}

it('a range that ends with logs costs a peer one call', async () => {
  const calls: string[] = []
  const { logs, unconfirmed } = await agreeWith(nodeOf(LOGGED, {}, ({ method }) => calls.push(method)))
  expect({ logs: logs.length, unconfirmed }).toEqual({ logs: 2, unconfirmed: null })
  expect(calls).toEqual(['eth_getBlockByNumber', 'eth_getLogs'])
})

it.each([BLOCK - 5, BLOCK])('a peer’s other log of block %i is noticed', async (block) => {
  for (const lie of [{ how: 'leaveOut' }, { how: 'invent' }, { how: 'amount', word: 0 }] as const)
    await expect(agreeWith(nodeOf(LOGGED, { lies: [{ block, place: 0, ...lie }] }))).rejects.toMatchObject({
      kind: 'disagreement',
    })
})

it.each([{ blockHash: `0x${'ab'.repeat(32)}` }, { blockTimestamp: '0x1' }])(
  'a peer whose logs name another last block is noticed: %j',
  async (named) => {
    const honest = nodeOf(LOGGED)
    const peer: Ask = async (calls, ...rest) =>
      (await honest(calls, ...rest)).map((answer) =>
        Array.isArray(answer) ? answer.map((log: object) => ({ ...log, ...named })) : answer,
      )
    await expect(agreeWith(peer)).rejects.toMatchObject({ kind: 'disagreement' })
  },
)

it('a peer whose logs have no times, or that refuses the range, is asked for the header too', async () => {
  for (const limits of [{ blockTimestamp: false }, { blocks: 4 }])
    expect((await agreeWith(nodeOf(LOGGED, limits))).unconfirmed).toBeNull()
})

it('a peer without the last block lags', async () => {
  const lagging: Partial<Limits> = { beyondHead: 'leaveOut' }
  const honest = chainWith([BLOCK - 5, BLOCK], BLOCK - 1)
  await expect(agreeWith(nodeOf(honest, lagging))).rejects.toMatchObject({ kind: 'behind' })
})
