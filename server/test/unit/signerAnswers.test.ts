/** Every malformed answer of a node is a retryable error for the signer: a fatal error would end the process that publishes and signs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RetryableError } from '../../src/platform/faults.ts'
import { signerChain, type SignerChain } from '../../src/signer/chainFacts.ts'
import { createPublisher } from '../../src/signer/publisher.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'
import { startNodes, type AnsweringNodes } from '../support/answeringNodes.ts'

const PUBLISHER = `0x${'12'.repeat(20)}` as const
const BLOCK = `{"number":"0x9","hash":"0x${'9'.repeat(64)}","timestamp":"0x5"}`
/** This value converts to neither a text nor a number in JavaScript. */
const WORDLESS = '{"toString":1,"valueOf":1}'
const DEEP = `${'['.repeat(50_000)}${']'.repeat(50_000)}`

/** As JSON. */
const RESULTS = {
  nothing: 'null',
  'no number': '7',
  'an invalid text': '"0xzz"',
  'an empty text': '"0x"',
  'an object without words': WORDLESS,
  'a deep list': DEEP,
  'a block with only wrong fields': `{"number":${WORDLESS},"hash":${DEEP},"timestamp":${WORDLESS}}`,
}

let nodes: AnsweringNodes
let chain: SignerChain
/** The nodes' answers by method. Missing methods get a final block. */
let results: Record<string, string> = {}

beforeAll(async () => {
  nodes = await startNodes(2, (_place, request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method } = JSON.parse(Buffer.concat(parts).toString()) as { method: string }
      response.end(`{"jsonrpc":"2.0","id":1,"result":${results[method] ?? BLOCK}}`)
    })
  })
  chain = signerChain(nodes.urls(2), PAPER_DEPLOYMENT)
})
afterAll(() => nodes?.stop())

describe.each(Object.entries(RESULTS))('%s', (_what, result) => {
  it.each(['eth_getBlockByNumber', 'eth_call'])('is no answer to %s', async (method) => {
    results = { [method]: result }
    await expect(chain.finalFacts(null)).rejects.toThrow(RetryableError)
    await expect(chain.publishedFrom(1)).rejects.toThrow(RetryableError)
    await expect(chain.publishedAt(null)).rejects.toThrow(RetryableError)
    await expect(method === 'eth_call' ? chain.nextEpoch() : chain.timesFrom(9)).rejects.toThrow(
      RetryableError,
    )
  })

  it.each(['eth_getTransactionCount', 'eth_gasPrice', 'eth_estimateGas'])(
    'is no answer to %s, and nothing is signed',
    async (method) => {
      results = {
        eth_getTransactionCount: '"0x1"',
        eth_gasPrice: '"0x1"',
        eth_estimateGas: '"0x1"',
        [method]: result,
      }
      const sign = () => Promise.reject(new Error('signed'))
      const publisher = createPublisher(
        chain,
        { address: PUBLISHER, sign },
        { chainId: 56, epochLog: PUBLISHER },
      )
      const publication = { first: 1, hashes: [`0x${'ab'.repeat(32)}`], blockNumbers: [1] } as const
      await expect(publisher.publish(publication, PUBLISHER)).rejects.toThrow(RetryableError)
    },
  )

  it('does not decide the hash of the sent transaction', async () => {
    results = {
      eth_getTransactionCount: '"0x1"',
      eth_gasPrice: '"0x1"',
      eth_estimateGas: '"0x1"',
      eth_sendRawTransaction: result,
    }
    const sign = () => Promise.resolve('0x' as const)
    const publisher = createPublisher(
      chain,
      { address: PUBLISHER, sign },
      { chainId: 56, epochLog: PUBLISHER },
    )
    const publication = { first: 1, hashes: [`0x${'ab'.repeat(32)}`], blockNumbers: [1] } as const
    expect(await publisher.publish(publication, PUBLISHER)).toBe(KECCAK_OF_NOTHING)
    expect(publisher.transactionOf(1)).toBe(KECCAK_OF_NOTHING)
  })
})

/** The hash of no bytes. */
const KECCAK_OF_NOTHING = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'
