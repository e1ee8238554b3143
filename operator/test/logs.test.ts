import { describe, expect, it } from 'vitest'
import { createPublicClient, custom, HttpRequestError, parseAbiItem, TimeoutError, type Hex } from 'viem'
import { AnswerTooLarge } from '../src/fetchWhole.ts'
import { readLogs } from '../src/verify/logs.ts'

const HEAD = 60_000
const EVENT = parseAbiItem('event Staked(uint256 indexed pool)')

/** A node that has a log in every hundredth block, and refuses what `fault` names an error for. */
function node(fault: (blocks: number, to: number) => unknown) {
  /** how many blocks each request covered */
  const asked: number[] = []
  const request = ({ params }: { params: [{ fromBlock: Hex; toBlock: Hex }] }): Promise<unknown> => {
    const [from, to] = [Number(params[0].fromBlock), Number(params[0].toBlock)]
    asked.push(to - from + 1)
    const error = fault(to - from + 1, to)
    // As the connection gives it: what is thrown is the node's error object.
    if (error !== undefined) return Promise.reject(error as Error)
    const logs: unknown[] = []
    for (let block = Math.ceil(from / 100) * 100; block <= to; block += 100)
      logs.push({ topics: [], data: '0x', blockNumber: `0x${block.toString(16)}` })
    return Promise.resolve(logs)
  }
  const reader = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
  const read = () =>
    readLogs(reader, {
      address: `0x${'1'.repeat(40)}`,
      events: [EVENT],
      fromBlock: 0n,
      toBlock: BigInt(HEAD),
    })
  return { asked, read }
}

const everyLog = Array.from({ length: HEAD / 100 + 1 }, (_, index) => BigInt(index * 100))

describe('logs in ranges', () => {
  it.each([
    ['the range', { code: -32_000, message: 'exceed maximum block range: 1000' }],
    ['a limit', { code: -32_005, message: 'limit exceeded' }],
    ['the results', { code: -32_602, message: 'query returned more than 10000 results' }],
    ['the time it takes', { code: -32_603, message: 'query timed out' }],
    ['no answer in time', new TimeoutError({ body: {}, url: 'http://node' })],
    ['the answer’s size', new HttpRequestError({ url: 'http://node', status: 413 })],
    ['more than is read', new HttpRequestError({ url: 'http://node', cause: new AnswerTooLarge(1_000) })],
  ])('a refusal for %s shrinks them, and each log is found once', async (_, error) => {
    const { asked, read } = node((blocks) => (blocks > 1_000 ? error : undefined))
    expect((await read()).map(({ blockNumber }) => blockNumber)).toEqual(everyLog)
    // Hardly more than there must be: 60 requests of a thousand blocks.
    expect(asked.length).toBeLessThan(150)
  })

  it('grow again behind the blocks that were too full, up to what they were', async () => {
    const { asked, read } = node((blocks, to) =>
      blocks > 300 && to < 10_000 ? { code: -32_005, message: 'limit exceeded' } : undefined,
    )
    expect((await read()).map(({ blockNumber }) => blockNumber)).toEqual(everyLog)
    expect(asked[0]).toBe(5_000)
    const again = asked.indexOf(5_000, 1)
    expect(again).toBeGreaterThan(0)
    expect(Math.max(...asked)).toBe(5_000)
  })

  it.each([
    ['a dropped connection', new HttpRequestError({ url: 'http://node', cause: new Error('ECONNRESET') })],
    ['a node that is down', new HttpRequestError({ url: 'http://node', status: 503 })],
    ['too many requests', { code: -32_005, message: 'request rate exceeded: 10 per second' }],
    ['a method it does not have', { code: -32_601, message: 'the method eth_getLogs does not exist' }],
  ])('%s is reported as it is, and no smaller range is tried', async (_, error) => {
    const { asked, read } = node(() => error)
    await expect(read()).rejects.toThrow()
    expect(asked).toEqual([5_000])
  })

  it('a node that refuses even one block is reported after that one', async () => {
    const { asked, read } = node(() => ({ code: -32_000, message: 'block range too large' }))
    await expect(read()).rejects.toThrow('block range too large')
    expect(asked).toEqual([5_000, 1_250, 312, 78, 19, 4, 1])
  })
})
