/** Decisions that no single node may make: how many must answer, that they agree, and the cost of a silent node. */
import { text } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { twoAnswering } from '../../src/chain/rpc/allNodes.ts'
import { signerChain } from '../../src/signer/chainFacts.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'
import { startNodes, type AnsweringNodes } from '../support/answeringNodes.ts'
import { waitFor } from '../support/wait.ts'

const QUESTION = { method: 'eth_blockNumber', params: [], maximumBytes: 1_000 }

/** The answer of each node; null: silent; undefined: its connection is cut; REFUSES and LIMITS: an error. */
let answers: (object | string | null | undefined)[]
const REFUSES = { error: { code: -32_000, message: 'missing trie node' } }
const LIMITS = { error: { code: -32_005, message: 'limit exceeded' } }
/** The newest block of every node; null: like its other answers. */
let newest: object | null
let asked: number[]
let stateReads: number
let nodes: AnsweringNodes

beforeEach(async () => {
  asked = [0, 0, 0]
  stateReads = 0
  newest = null
  nodes = await startNodes(3, (place, request, response) => {
    asked[place]! += 1
    const answer = answers[place]
    if (answer === null) return void request.resume()
    if (answer === undefined) return request.socket.destroy()
    void text(request).then((body) => {
      if (body.includes('"eth_call"')) stateReads += 1
      const shown = body.includes('["latest",') ? (newest ?? answer) : answer
      const said = shown === REFUSES || shown === LIMITS ? shown : { result: shown }
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...said }))
    })
  })
})
afterEach(() => nodes.stop())

/** The signer's chain, with this many of the nodes. */
function chainOf(count: number) {
  return signerChain(nodes.urls(count), PAPER_DEPLOYMENT)
}
function block(timestamp: number) {
  return { number: '0x9', hash: `0x${'9'.repeat(64)}`, timestamp: `0x${timestamp.toString(16)}` }
}

it('the only configured node decides', async () => {
  answers = [block(5)]
  expect(await chainOf(1).timesFrom(9)).toEqual([5, 5])
})

it('of several nodes two must answer', async () => {
  answers = [block(5), block(5)]
  expect(await chainOf(2).timesFrom(9)).toEqual([5, 5])
  answers = [block(5), undefined, block(5)]
  expect(await chainOf(3).timesFrom(9)).toEqual([5, 5])
})

it.each([
  [2, undefined],
  [3, undefined],
  [2, REFUSES],
  [3, REFUSES],
])('the only answer of %i nodes decides nothing, if others give %j', async (count, other) => {
  answers = [block(5), other, other]
  const chain = chainOf(count)
  const undecided = `only 1 of ${count} nodes answer, but two must`
  for (let turn = 0; turn < 2; turn += 1) {
    await expect(chain.finalFacts(null)).rejects.toThrow(undecided)
    await expect(chain.publishedFrom(1)).rejects.toThrow(undecided)
    await expect(chain.timesFrom(9)).rejects.toThrow(undecided)
  }
  // A node that is back counts at once.
  answers = [block(5), block(5), other]
  expect(await chain.timesFrom(9)).toEqual([5, 5])
})

it('lost state is reported, with the node that lacks it', async () => {
  answers = [REFUSES]
  await expect(twoAnswering(nodes.urls(1)).ask(QUESTION)).rejects.toThrow(
    `${nodes.urls(1)[0]} is no archive, and no longer has the state of that block: missing trie node`,
  )
})

it('a node at the limit of its plan is not asked if another answers', async () => {
  answers = [LIMITS, '0x5', '0x5']
  expect(await chainOf(2).ask('eth_sendRawTransaction', ['0x'])).toBe('0x5')
  expect(asked).toEqual([1, 1, 0])
  // It then comes last for a while.
  expect(
    await chainOf(1)
      .ask('eth_chainId', [])
      .catch((error: Error) => error.message),
  ).toContain('limit exceeded')
  expect(await twoAnswering(nodes.urls(3)).ask(QUESTION)).toHaveLength(2)
})

it('two nodes that agree do not outvote a third', async () => {
  answers = [block(5), block(5), block(6)]
  await expect(chainOf(3).timesFrom(9)).rejects.toThrow('nodes disagree about it')
})

const ARCHIVE = 'only an archive node has the state of block 9: it is 51 seconds older than the newest block'

it('a node with an old final block does not show the state of that time', async () => {
  answers = [{ ...block(55), number: '0xa' }, block(4)]
  await expect(chainOf(2).publishedFrom(1)).rejects.toThrow(ARCHIVE)
  // The next requests are about that block, and the test's nodes do not answer them.
  answers = [{ ...block(55), number: '0xa' }, block(5)]
  await expect(chainOf(2).publishedFrom(1)).rejects.not.toThrow('archive')
})

it.each(['finalFacts', 'publishedFrom', 'publishedAt'] as const)(
  '%s: no node is asked for state that only an archive has',
  async (read) => {
    answers = [block(5), block(5)]
    newest = { ...block(56), number: '0x99' }
    await expect(chainOf(2)[read](9)).rejects.toThrow(ARCHIVE)
    expect(stateReads).toBe(0)
    newest = { ...block(55), number: '0x99' }
    await expect(chainOf(2)[read](9)).rejects.not.toThrow('archive')
    expect(stateReads).toBeGreaterThan(0)
  },
)

it.each([
  [['0x5', '0xffffffffffffffff'], 5n],
  [['0x5', '0x7', '0xffffffffffffffff'], 7n],
  [['0x0', '0x7', '0x9'], 7n],
])('a gas price from one node alone is not paid: %j', async (suggested, paid) => {
  answers = suggested
  expect(await chainOf(suggested.length).gasPrice()).toBe(paid)
})

it('an invalid gas price leaves one valid answer, which does not decide alone', async () => {
  answers = ['0x5', '']
  await expect(chainOf(2).gasPrice()).rejects.toThrow('nodes suggest no gas price')
})

it('a silent node costs its timeout once, and is left out until it answers a parallel request', async () => {
  let now = 0
  const all = twoAnswering(nodes.urls(3), () => now)
  answers = [null, 'a', 'a']
  expect(await all.ask(QUESTION)).toEqual(['a', 'a'])
  const started = performance.now()
  for (let question = 0; question < 5; question += 1) expect(await all.ask(QUESTION)).toEqual(['a', 'a'])
  // If the requests waited for the silent node, each of the five would take 1.5 s.
  expect(performance.now() - started).toBeLessThan(7_000)
  expect(asked[0]).toBe(1)
  answers = ['a', 'a', 'a']
  now += 5_001
  expect(await all.ask(QUESTION)).toHaveLength(2)
  await waitFor('the silent node to be asked again', async () => (await all.ask(QUESTION)).length === 3)
})

it('a silent node has only its timeout, even after a garbage collection', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const all = twoAnswering(nodes.urls(2))
  answers = ['a', null]
  const collecting = setInterval(collect, 50)
  const started = performance.now()
  await expect(all.ask(QUESTION)).rejects.toThrow('1 of 2 nodes answer')
  clearInterval(collecting)
  expect(performance.now() - started).toBeLessThan(15_000)
})
