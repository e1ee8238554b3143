import { afterEach, describe, expect, it } from 'vitest'
import { isUnfit, nodeFindings } from '../../src/chain/probe/nodeFindings.ts'
import { probeNode, type NodeFacts } from '../../src/chain/probe/nodeProbe.ts'
import { MOST_CALLS } from '../../src/chain/probe/probeCalls.ts'
import { startNodes, type AnsweringNodes } from '../support/answeringNodes.ts'

const HEAD = 70_000_000
const DEPLOYED = 1_000_000
const SUBJECT = { addresses: [`0x${'ab'.repeat(20)}`], deployBlock: DEPLOYED }

type Call = { id: number; method: string; params: [{ fromBlock: string; toBlock: string } & string, string?] }
type Answer =
  { result: unknown } | { error: { code: number; message: string } } | { status: number; body: string }

/** A node of BNB Smart Chain without limits. Each test adds some. */
type Limits = {
  range?: { most: number; answer: (most: number) => Answer }
  logs?: Answer
  keptLogs?: { blocks: number; answer: Answer }
  keptState?: { blocks: number; answer: Answer }
  batch?: { most: number; answer: Answer }
  finalBehind?: number
  finalStands?: boolean
  headStands?: boolean
  noFinal?: boolean
  noTag?: Answer
  noTimestamps?: boolean
  silentDeployment?: boolean
  limitedCalls?: number
}

function error(code: number, message: string): Answer {
  return { error: { code, message } }
}
function hex(value: number): string {
  return `0x${value.toString(16)}`
}

let nodes: AnsweringNodes | undefined
afterEach(() => nodes?.stop())

async function probe(
  limits: Limits,
  finish: (answer: unknown) => unknown = (answer) => answer,
): Promise<NodeFacts> {
  let head = HEAD
  let left = limits.limitedCalls ?? 0
  const answer = ({ method, params: [first, second] }: Call): Answer => {
    if (left-- > 0) return error(-32005, 'project ID request rate exceeded, retry in 0.01s')
    if (method === 'eth_chainId') return { result: '0x38' }
    if (method === 'eth_getBalance') {
      const age = head - Number(second)
      return limits.keptState && age > limits.keptState.blocks ? limits.keptState.answer : { result: '0x0' }
    }
    if (method === 'eth_getBlockByNumber') {
      if (first === 'finalized' && limits.noFinal) return { result: null }
      if (!limits.headStands) head += 1
      const at = limits.finalStands ? HEAD : head
      const number =
        first === 'latest' ? head : first === 'finalized' ? at - (limits.finalBehind ?? 2) : Number(first)
      return { result: { number: hex(number), timestamp: hex(Math.floor(number * 0.45)) } }
    }
    if (limits.logs) return limits.logs
    if (first.toBlock === 'finalized' && limits.noTag) return limits.noTag
    const from = Number(first.fromBlock)
    const to = first.toBlock === 'finalized' ? head - 2 : Number(first.toBlock)
    if (limits.range && to - from + 1 > limits.range.most) return limits.range.answer(limits.range.most)
    if (limits.keptLogs && head - from > limits.keptLogs.blocks) return limits.keptLogs.answer
    if (from !== DEPLOYED || limits.silentDeployment) return { result: [] }
    return { result: [limits.noTimestamps ? {} : { blockTimestamp: hex(1) }] }
  }
  nodes = await startNodes(1, (_, request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const asked = JSON.parse(body) as Call | Call[]
      const whole = (call: Call) => ({ jsonrpc: '2.0', id: call.id, ...answer(call) })
      const most = limits.batch?.most ?? 1_000
      const refused = Array.isArray(asked) && asked.length > most ? limits.batch!.answer : null
      const given = refused ?? (Array.isArray(asked) ? asked.map(whole) : whole(asked))
      const raw = 'status' in given ? given : null
      response.writeHead(raw?.status ?? 200)
      response.end(raw?.body ?? JSON.stringify(finish(given)))
    })
  })
  return probeNode(nodes.urls(1)[0]!, SUBJECT)
}

function linesOf(...facts: NodeFacts[]): string[] {
  return nodeFindings(facts, DEPLOYED)
    .filter(({ state }) => state !== 'ok')
    .map(({ state, text }) => `${state}: ${text.replace(/http:\S+?(:? |$)/, 'the node$1')}`)
}

describe('a node', () => {
  it('without limits has only its own line', async () => {
    const facts = await probe({})
    expect(facts).toMatchObject({
      fault: null,
      finalMoves: true,
      logsRefused: null,
      takesTag: true,
      blockTimestamp: true,
      range: { passed: 10_000, more: true },
      batch: { passed: 10, more: true },
      logsFrom: { block: DEPLOYED },
      state: { more: true },
    })
    expect(linesOf(facts)).toEqual([])
    expect(nodeFindings([facts], DEPLOYED)[0]).toMatchObject({ state: 'ok' })
  })

  it('of three days of logs and 128 blocks of state can follow, but cannot be read from the deployment on', async () => {
    const facts = await probe({
      keptLogs: { blocks: 576_000, answer: error(4444, 'pruned history unavailable') },
      keptState: { blocks: 128, answer: error(-32000, 'missing trie node 8b (path )') },
    })
    expect(facts).toMatchObject({ earlierRefused: { kind: 'pruned' }, state: { passed: 112, more: false } })
    expect(facts.logsFrom?.seconds).toBeCloseTo(500_000 * 0.45, -2)
    expect(linesOf(facts)).toEqual([
      expect.stringMatching(
        /^warning: .* serves no logs of block 1000000, only from block 6\d+ \(2\.6 days\) on: .*pruned history/,
      ),
      expect.stringMatching(/^wrong: no node serves the logs of the deployment/),
    ])
  })

  it('suffices beside a node that keeps all logs', async () => {
    const pruned = await probe({
      keptLogs: { blocks: 576_000, answer: error(4444, 'pruned history unavailable') },
    })
    nodes?.stop()
    const whole = await probe({})
    expect(linesOf(pruned, whole)).toEqual([
      expect.stringMatching(/^warning: .* serves no logs of block 1000000/),
    ])
  })

  it.each([
    [
      'names its limit',
      { most: 1_000, answer: (most: number) => error(-32701, `exceed maximum block range: ${most}`) },
      1_000,
    ],
    ['names none', { most: 600, answer: () => error(-32000, 'block range is too wide') }, 500],
    [
      'says so with HTTP 400',
      {
        most: 10,
        answer: (most: number) => ({
          status: 400,
          body: JSON.stringify({
            error: { code: -32600, message: `eth_getLogs requests with up to a ${most} block range.` },
          }),
        }),
      },
      10,
    ],
    ['stops at its own time limit', { most: 100, answer: () => error(-32002, 'request timed out') }, 100],
  ])('that limits ranges is read in smaller ranges, if it %s', async (_, range, passed) => {
    const facts = await probe({ range })
    expect(facts.range).toEqual({ passed, more: false })
    const [line] = linesOf(facts)
    expect(line).toContain(`logs of ${passed} blocks a request: a year of blocks takes`)
  })

  it('that accepts few calls in a POST is reported with the number', async () => {
    const answer = error(31, 'Batch of more than 2 requests are not allowed on free tier')
    const facts = await probe({ batch: { most: 2, answer } })
    expect(facts.batch).toEqual({ passed: 2, more: false })
    expect(linesOf(facts)).toEqual([expect.stringContaining('takes 2 calls in one POST')])
  })

  it('that accepts no batches gets single calls', async () => {
    const facts = await probe({
      batch: { most: 0, answer: error(-32600, 'batch requests are not supported') },
    })
    expect(facts.batch).toEqual({ passed: 1, more: false })
  })

  it('that refuses logs altogether cannot index, and is named', async () => {
    const facts = await probe({
      logs: error(-32601, 'the method eth_getLogs does not exist/is not available'),
    })
    expect(linesOf(facts)).toEqual([
      expect.stringMatching(/^wrong: .* serves no logs: it does not serve the method/),
      expect.stringMatching(/^wrong: no node serves logs: nothing can be indexed/),
    ])
    expect(isUnfit([facts])).toBe(true)
    expect(isUnfit([facts, { ...facts, logsRefused: null }])).toBe(false)
    expect(linesOf({ ...facts, isSeed: true })[0]).toContain('public seeds serve no logs')
  })

  it.each([
    ['names no final block', { noFinal: true }, 'names no final block'],
    ['stands still at its final block', { finalStands: true }, 'its final block 69999998 does not move'],
    [
      'has a final block far behind the newest',
      { finalBehind: 500 },
      'its final block is 499 blocks behind the newest',
    ],
    [
      'forgets state too soon',
      { keptState: { blocks: 64, answer: error(-32000, 'missing trie node') } },
      'serves no state of 112 blocks ago (50 s): an archive is needed ("missing trie node")',
    ],
    ['has deleted logs and does not say so', { silentDeployment: true }, 'gives no log of the deployment'],
  ] satisfies [string, Limits, string][])('that %s has its own line', async (_, limits, line) => {
    expect(linesOf(await probe(limits))).toEqual([expect.stringContaining(line)])
  })

  it('is not blamed if the chain itself stands still', async () => {
    const facts = await probe({ headStands: true })
    expect(facts.finalMoves).toBeNull()
    expect(linesOf(facts)).toEqual([])
  })

  it('costs more calls if it lacks the tag or the times, which is not a fault', async () => {
    const facts = await probe({ noTag: error(-32602, 'invalid argument'), noTimestamps: true })
    expect(facts).toMatchObject({ takesTag: false, blockTimestamp: false })
    expect(nodeFindings([facts], DEPLOYED)[0]!.text).toMatch(
      /, one call more a poll: no tag in requests for logs, one call for each block with events: no times in logs$/,
    )
    expect(linesOf(facts)).toEqual([])
  })

  it('that limits calls is asked more slowly, and the limit is reported', async () => {
    const facts = await probe({ limitedCalls: 2 })
    expect(facts.range?.passed).toBe(10_000)
    expect(linesOf(facts)).toEqual([
      expect.stringContaining('limits calls: "project ID request rate exceeded'),
    ])
  })

  it.each([
    ['API key not found', 'it does not accept the key', 'correct the key'],
    ["You've reached your monthly quota limit", 'its plan is used up', 'extend the plan'],
  ])('that answers "%s" is reported at once', async (message, meaning, todo) => {
    const facts = await probe({}, () => ({ error: { code: -32000, message } }))
    expect(facts.calls).toBe(1)
    expect(nodeFindings([facts], DEPLOYED)).toEqual([
      {
        state: 'wrong',
        text: expect.stringContaining(meaning) as string,
        todo: expect.stringContaining(todo) as string,
      },
    ])
  })

  it('that cannot be reached is reported', async () => {
    nodes = await startNodes(1, () => undefined)
    const [url] = nodes.urls(1)
    nodes.stop()
    const facts = await probeNode(url!, SUBJECT)
    expect(linesOf(facts)).toEqual([expect.stringContaining('ECONNREFUSED')])
  })

  it('is never asked more than agreed', async () => {
    const timedOut = error(-32002, 'request timed out')
    const worst = await probe({
      range: { most: 0, answer: () => timedOut },
      batch: { most: 2, answer: error(-32600, 'batch too large') },
      keptState: { blocks: 200, answer: error(-32000, 'missing trie node') },
      finalStands: true,
      headStands: true,
    })
    expect(worst.calls).toBeLessThanOrEqual(MOST_CALLS)
    const pruned = await probe({
      range: { most: 1, answer: () => timedOut },
      batch: { most: 2, answer: error(-32600, 'batch too large') },
      keptLogs: { blocks: 20, answer: error(4444, 'pruned history unavailable') },
      headStands: true,
    })
    expect(pruned.calls).toBeLessThanOrEqual(MOST_CALLS)
  })
})
