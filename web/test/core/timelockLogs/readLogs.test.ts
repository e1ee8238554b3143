import { RangeSize } from '@galx/protocol/rangeSize'
import type { HexString } from '@galx/protocol/webConfig'
import { zeroHash } from 'viem'
import { describe, expect, it } from 'vitest'
import { isIdentified } from '../../../src/core/chain/announced.ts'
import { RpcError } from '../../../src/core/chain/rpc.ts'
import type { Covered } from '../../../src/core/chain/timelockLogs/logsStore.ts'
import { readLogs } from '../../../src/core/chain/timelockLogs/readLogs.ts'
import { announcement, modelNode, TIMELOCK } from './modelNode.ts'

const HEAD = 100_000_000
/** Two days of the timelock, and half a day more. */
const BACK = 216_000
const pause: HexString = '0x12345678'

type Node = ReturnType<typeof modelNode>
type Logs = ReturnType<typeof announcement>['logs']
type Options = {
  head?: number
  known?: Covered | null
  most?: number
  size?: RangeSize
  isItsHead?: boolean
}

function read(
  node: Node,
  { head = HEAD, known = null, most = 120, size = new RangeSize(50_000n), isItsHead = true }: Options = {},
) {
  const waits: number[] = []
  const wait = (milliseconds: number) => Promise.resolve(void waits.push(milliseconds))
  const request = {
    ask: node.ask,
    wait,
    timelock: TIMELOCK,
    host: '',
    back: BACK,
    known,
    size,
    most,
    isItsHead,
  }
  return readLogs({ ...request, head: { number: head, time: node.timeOf(head) } }).then((answer) => ({
    ...answer,
    waits,
  }))
}

/** Whether the node gave every block from `from` to `to`. */
function gave({ ranges }: Node, { from, to }: Covered): boolean {
  const sorted = [...ranges].sort(([one], [other]) => one - other)
  let next = from
  for (const [start, end] of sorted) if (start <= next && end >= next) next = end + 1
  return next > to
}

describe('the logs of a node', () => {
  it.each([
    [Infinity, 11],
    [50_000, 11],
    [10_000, 56],
    [5_000, 110],
  ])(
    'are read two and a half days back in ranges of %s blocks by at most %s requests',
    async (range, most) => {
      const node = modelNode([], { range })
      const { covered, obstacle } = await read(node)
      expect(obstacle).toBeNull()
      expect(covered!.to).toBe(HEAD)
      expect(covered!.since).toBeLessThanOrEqual(node.timeOf(HEAD) - BACK)
      expect(gave(node, covered!)).toBe(true)
      expect(node.asked.length).toBeLessThanOrEqual(most)
    },
  )

  it.each([0.2, 0.75, 3])('reach as far back if a block takes %s s', async (blockTime) => {
    const node = modelNode([], { blockTime })
    const { covered } = await read(node)
    expect(covered!.since).toBeLessThanOrEqual(node.timeOf(HEAD) - BACK)
    expect(gave(node, covered!)).toBe(true)
  })

  it('contain an announcement with its calls, date and identifier', async () => {
    const block = HEAD - 90_000
    const { id, logs } = announcement(block, [pause, '0xabcd'])
    const single = announcement(block + 1, ['0x'], { salt: zeroHash, delay: 2n ** 256n - 2n ** 40n })
    const node = modelNode([...logs, ...single.logs])
    const { found } = await read(node)
    const of = (wanted: string) => found.find((one) => one.id === wanted)!
    expect(of(id)).toMatchObject({ block, readyAt: String(node.timeOf(block) + 172_800) })
    expect(of(id).calls!.map(({ data }) => data)).toEqual([pause, '0xabcd'])
    for (const one of found) expect(isIdentified(one)).toBe(true)
    expect(found).toHaveLength(2)
  })

  it('show an announcement that is too long without its calls', async () => {
    const { logs } = announcement(HEAD - 5, [`0x${'00'.repeat(40_000)}`])
    expect((await read(modelNode(logs))).found).toMatchObject([{ calls: null }])
  })

  it('are read as far back as the node keeps them', async () => {
    const oldest = HEAD - 130_000
    const node = modelNode([], { oldest })
    const { covered, obstacle } = await read(node)
    expect(obstacle?.kind).toBe('old')
    expect(covered!.from - oldest).toBeLessThan(10_000)
    expect(covered!.since).toBe(node.timeOf(covered!.from))
  })

  it.each([
    ['the method is not available', -32_601, 'none', 1],
    ['no', -1, 'none', 3],
    ['limit exceeded', -32_005, 'busy', 2],
    [
      'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range.',
      -32_600,
      'none',
      1,
    ],
  ])('refused with “%s” are soon given up', async (words, code, kind, requests) => {
    const node = modelNode([], { refusal: () => new RpcError(words, code, undefined) })
    const { covered, obstacle } = await read(node)
    expect(covered).toBeNull()
    expect(obstacle).toMatchObject({ kind, words })
    expect(node.asked.filter((method) => method === 'eth_getLogs')).toHaveLength(requests)
  })

  it('wait once for a node that asks the app to slow down', async () => {
    let isBusy = true
    const node = modelNode([], {
      refusal: () => {
        const refusal = isBusy ? new RpcError('too many requests, retry in 3s', 429, undefined) : null
        isBusy = !isBusy
        return refusal
      },
    })
    const { obstacle, waits } = await read(node)
    expect(obstacle).toBeNull()
    expect(waits.length).toBeGreaterThan(5)
  })

  it('are nothing if the node gives no list, or logs that were not requested', async () => {
    const other = announcement(HEAD - 5, [pause]).logs.map((log) => ({
      ...log,
      address: `0x${'00'.repeat(20)}`,
    }))
    for (const node of [
      modelNode(other),
      { ...modelNode([]), ask: async () => ({ number: '0x1', timestamp: '0x65000000' }) },
    ]) {
      const { covered, found, obstacle } = await read(node as Node)
      expect([covered, found, obstacle?.kind]).toEqual([null, [], 'none'])
    }
  })
})

describe('a node behind the head that another node has given', () => {
  const block = HEAD - 3_000
  const { id, logs } = announcement(block, [pause])

  it('gives its own blocks, and none counts as read that the node does not have', async () => {
    const node = modelNode(logs, { head: HEAD - 2_000 })
    const { covered, found, obstacle } = await read(node, { isItsHead: false })
    expect(obstacle).toBeNull()
    expect(covered!.to).toBe(HEAD - 2_000)
    expect(found.map((one) => one.id)).toEqual([id])
  })

  it('is not read again from the start if another back end has some blocks fewer', async () => {
    const node = modelNode(logs)
    const { covered: known } = await read(node)
    node.ranges.length = 0
    node.limits.head = HEAD - 20
    const { covered } = await read(node, { isItsHead: false, known })
    expect(covered!.to).toBe(HEAD - 20)
    expect(covered!.from).toBeLessThanOrEqual(known!.from)
    const requested = node.ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0)
    expect(requested).toBeLessThan(1_000)
  })
})

describe('an announcement', () => {
  it.each([
    ['a call is left out', (logs: Logs) => logs.slice(1)],
    [
      'a call is false',
      (logs: Logs) => [
        ...logs.slice(0, 1),
        ...announcement(HEAD - 5, ['0x', '0x99'])
          .logs.slice(1, 2)
          .map((log) => ({ ...log, topics: logs[1]!.topics })),
        ...logs.slice(2),
      ],
    ],
    [
      'an index is huge',
      (logs: Logs) =>
        logs
          .map((log, at) =>
            at === 1
              ? { ...log, topics: [...(log.topics as string[]).slice(0, 2), `0x${'ff'.repeat(32)}`] }
              : log,
          )
          .concat(announcement(HEAD - 5, ['0x77']).logs.slice(0, 1)),
    ],
  ])('counts for nothing if %s', async (_, change) => {
    const { logs } = announcement(HEAD - 5, [pause, '0xabcd'])
    const { found, obstacle } = await read(modelNode(change(logs)))
    expect(found.filter(({ calls }) => calls?.length === 2)).toEqual([])
    expect(obstacle?.kind).toBe('none')
  })
})

describe('a later reading', () => {
  it('requests only the newer blocks', async () => {
    const node = modelNode([])
    const { covered: known } = await read(node)
    node.asked.length = 0
    const later = await read(node, { head: HEAD + 8_000, known })
    expect(node.asked).toEqual(['eth_getLogs'])
    expect(later.covered).toEqual({
      ...known,
      to: HEAD + 8_000,
      until: node.timeOf(HEAD + 8_000),
    })
  })

  it('reads the blocks again that a fork may have replaced', async () => {
    const node = modelNode([])
    const { covered: known } = await read(node)
    node.ranges.length = 0
    await read(node, { head: HEAD + 10, known })
    expect(node.ranges).toEqual([[HEAD - 99, HEAD + 10]])
  })

  it('goes on where a reading with too many requests has paused', async () => {
    const node = modelNode([], { range: 5_000 })
    const size = new RangeSize(50_000n)
    const first = await read(node, { most: 40, size })
    expect(first.obstacle?.kind).toBe('paused')
    const second = await read(node, { most: 70, size, known: first.covered })
    expect(second.obstacle).toBeNull()
    expect(second.covered!.from).toBeLessThan(first.covered!.from)
    expect(gave(node, second.covered!)).toBe(true)
  })

  it('never counts blocks as read across a gap', async () => {
    const node = modelNode([], { range: 5_000 })
    const { covered: known } = await read(node)
    const head = HEAD + 400_000
    const later = await read(node, { head, known, most: 20 })
    expect(later.obstacle?.kind).toBe('paused')
    expect(later.covered!.from).toBeGreaterThan(known!.to)
    expect(later.covered!.to).toBe(head)
    expect(gave(node, later.covered!)).toBe(true)
  })

  it('still has the blocks that were read before if the node then gives no logs', async () => {
    const node = modelNode([])
    const { covered: known } = await read(node)
    node.limits.refusal = () => new RpcError('the method is not available', -32_601, undefined)
    expect((await read(node, { head: HEAD + 8_000, known })).covered).toEqual(known)
  })

  it('forgets blocks above the head: the chain began again', async () => {
    const node = modelNode([])
    const known = { from: 0, to: 9_000, since: 0, until: 9 }
    const { covered } = await read(node, { head: 700, known })
    expect(covered).toMatchObject({ from: 0, to: 700 })
    expect(node.ranges).toEqual([[0, 700]])
  })
})
