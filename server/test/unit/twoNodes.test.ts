/** Two nodes are asked about a contract wallet before it gets a session. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { acceptsSignature } from '../../src/chain/verifySignature.ts'
import { ChainUnavailableError, createChainReader } from '../../src/chain/chainReader.ts'
import { firstAnswering } from '../../src/chain/rpc/nodes.ts'
import { startNodes, type AnsweringNodes } from '../support/answeringNodes.ts'

const YES = `0x1626ba7e${'0'.repeat(56)}`
const NO = `0x${'0'.repeat(64)}`
const YES_UNDEPLOYED = '0x01'
const signed = { address: `0x${'1'.repeat(40)}`, hash: `0x${'2'.repeat(64)}`, signature: '0x1234' } as const
const undeployed = { ...signed, signature: `0x12${'6492'.repeat(16)}` } as const

/** An error page, longer than the limit of an answer, with the status 502; the same with 200. */
const PAGE = `<html>${' '.repeat(8_000)}`
const OK_PAGE = `<!doctype html>${PAGE}`

/** Answers of a node that lacks the receipt, and of a node that has it. */
const LACKS = 'lacks'
const RECEIPT = 'receipt'

/** The answer of each node; null: its connection is cut; an object: an error. */
let answers: (string | null | { message: string })[]
let asked: number[]
let counted: number
/** requests to nodes */
let allowed: number
let nodes: AnsweringNodes

beforeEach(async () => {
  asked = [0, 0, 0]
  counted = 0
  allowed = 10
  nodes = await startNodes(3, (place, request, response) => {
    asked[place]! += 1
    request.resume()
    const answer = answers[place]
    if (answer === null) return request.socket.destroy()
    if (answer === PAGE) response.statusCode = 502
    const result: unknown =
      answer === LACKS ? null : answer === RECEIPT ? { status: '0x0', blockNumber: '0x5' } : answer
    const said = typeof answer === 'object' ? { error: { code: -32_000, ...answer } } : { result }
    const isPage = answer === PAGE || answer === OK_PAGE
    response.end(isPage ? answer : JSON.stringify({ jsonrpc: '2.0', id: 1, ...said }))
  })
})
afterEach(() => nodes.stop())

function chainOf(count: number) {
  return createChainReader(firstAnswering(nodes.urls(count)), () => {
    counted += 1
    return counted > allowed ? Promise.reject(new ChainUnavailableError('used up')) : Promise.resolve()
  })
}

it.each([
  [signed, YES],
  [undeployed, YES_UNDEPLOYED],
])('a signature that both accept is accepted: %j', async (one, yes) => {
  answers = [yes, yes]
  expect(await acceptsSignature(chainOf(2), one)).toBe(true)
  expect({ asked, counted }).toEqual({ asked: [1, 1, 0], counted: 2 })
})

it.each([
  [signed, YES],
  [undeployed, YES_UNDEPLOYED],
])('a signature that only the first accepts is refused: %j', async (one, yes) => {
  answers = [yes, NO]
  await expect(acceptsSignature(chainOf(2), one)).rejects.toThrow(ChainUnavailableError)
})

it('a signature that the first refuses is refused, and no other node is asked', async () => {
  answers = [NO, YES]
  expect(await acceptsSignature(chainOf(2), signed)).toBe(false)
  expect({ asked, counted }).toEqual({ asked: [1, 0, 0], counted: 1 })
})

it('a signature with too long an answer of the contract is refused, and no other node is asked', async () => {
  answers = [`0x${'0'.repeat(2_000_000)}`, YES, YES]
  const chain = chainOf(3)
  for (let attempt = 0; attempt < 2; attempt += 1) expect(await acceptsSignature(chain, signed)).toBe(false)
  // The first node is asked again: a contract's answer is not a fault of the node.
  expect({ asked, counted }).toEqual({ asked: [2, 0, 0], counted: 2 })
})

it('a single node decides, and costs one request', async () => {
  answers = [YES, NO]
  expect(await acceptsSignature(chainOf(1), signed)).toBe(true)
  expect({ asked, counted }).toEqual({ asked: [1, 0, 0], counted: 1 })
})

const others: (typeof answers)[number][] = [
  null,
  NO,
  '0x',
  'x',
  `${YES}00`,
  `0x${'0'.repeat(8_000)}`,
  PAGE,
  OK_PAGE,
  ...['too many requests', 'header not found', 'execution reverted'].map((message) => ({ message })),
]
it.each(others)(
  'a signature that only the first accepts is refused, if the second answers %j',
  async (other) => {
    answers = [YES, other]
    const chain = chainOf(2)
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(acceptsSignature(chain, signed)).rejects.toThrow(ChainUnavailableError)
  },
)

it.each(others)('two of three decide, if the third answers %j', async (other) => {
  for (const place of [1, 2]) {
    answers = [YES, YES, YES]
    answers[place] = other
    expect(await acceptsSignature(chainOf(3), signed)).toBe(true)
  }
})

it('without a request left for the second node, a signature is not accepted', async () => {
  answers = [YES, YES]
  allowed = 1
  await expect(acceptsSignature(chainOf(2), signed)).rejects.toThrow('used up')
})

it.each([null, PAGE, OK_PAGE])(
  'a first node that does not answer (%j) leaves the decision to two others',
  async (first) => {
    answers = [first, YES, NO]
    await expect(acceptsSignature(chainOf(3), signed)).rejects.toThrow(ChainUnavailableError)
    answers = [first, YES, YES]
    expect(await acceptsSignature(chainOf(3), signed)).toBe(true)
  },
)

it.each([
  [[LACKS, RECEIPT], { status: 'reverted', blockNumber: 5n }, [1, 1, 0]],
  [[RECEIPT, LACKS], { status: 'reverted', blockNumber: 5n }, [1, 0, 0]],
  [[LACKS, LACKS], null, [1, 1, 0]],
  [[LACKS, { message: 'busy' }], null, [1, 1, 0]],
])('a receipt that the first of two nodes may lack: %j', async (given, found, times) => {
  answers = given
  expect(await chainOf(2).receipt(`0x${'3'.repeat(64)}`)).toEqual(found)
  expect(asked).toEqual(times)
})
