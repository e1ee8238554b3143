/** The signer asks the next node after a node's own refusal. A contract's revert is the answer, and no other node is asked. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RefusedError, signerChain, type SignerChain } from '../../src/signer/chainFacts.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'
import { startNodes, type AnsweringNodes } from '../support/answeringNodes.ts'

type NodeError = { code: number; message: string; data?: string }

const NODES = 3
/** EpochLog's next epoch as the contract encodes it. */
const SEVEN = `0x${'7'.padStart(64, '0')}`

let nodes: AnsweringNodes
let chain: SignerChain
/** The nodes' error answers; without an error, the node answers with SEVEN. */
let errors: (NodeError | undefined)[] = []
/** The nodes that were asked, in order. */
let asked: number[] = []

beforeAll(async () => {
  nodes = await startNodes(NODES, (place, request, response) => {
    asked.push(place)
    const error = errors[place]
    const body = error === undefined ? { result: SEVEN } : { error }
    request.resume().on('end', () => response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...body })))
  })
  chain = signerChain(nodes.urls(NODES), PAPER_DEPLOYMENT)
})
afterAll(() => nodes?.stop())

const INTERNAL = { code: -32_603, message: 'Internal error' }
const NO_METHOD = { code: -32_601, message: 'the method does not exist' }

it.each([INTERNAL, { code: -32_000, message: 'header not found' }, NO_METHOD])(
  'the next node is asked after the refusal %o',
  async (error) => {
    ;[errors, asked] = [[error], []]
    expect(await chain.nextEpoch()).toBe(7)
    expect(asked).toEqual([0, 1])
    expect(await chain.ask('eth_estimateGas', [])).toBe(SEVEN)
  },
)

it('a refusal of every node is a refusal with the words of each node', async () => {
  ;[errors, asked] = [[INTERNAL, NO_METHOD, INTERNAL], []]
  const refusal = chain.nextEpoch()
  await expect(refusal).rejects.toThrow(RefusedError)
  await expect(refusal).rejects.toThrow(/Internal error.*does not exist.*Internal error/)
  expect(asked).toEqual([0, 1, 2])
})

it('a contract’s revert is the answer', async () => {
  ;[errors, asked] = [[{ code: 3, message: 'execution reverted', data: '0x1234' }], []]
  await expect(chain.ask('eth_estimateGas', [])).rejects.toThrow(RefusedError)
  expect(asked).toEqual([0])
})

it('a node that is no development node decides whether published test keys are harmless', async () => {
  ;[errors, asked] = [[NO_METHOD], []]
  await expect(chain.ask('anvil_nodeInfo', [])).rejects.toThrow(RefusedError)
  expect(asked).toEqual([0])
})
