/** A node of the model chain that limits calls per second, and a client that asks as much as it may. */
import { afterEach, expect, test } from 'vitest'
import { ModelChain } from '@galx/modelchain/chain'
import { listFeed } from '@galx/modelchain/feed'
import { startModelNode, type ModelNode } from '@galx/modelchain/node'
import { jsonRpc } from '../../src/chain/rpc/jsonRpc.ts'
import { NodeLimits } from '../../src/chain/rpc/nodeLimits.ts'

const LIMIT = 200
/** Batches that are requested at once, like ranges. */
const LISTS = 3
const SECONDS = 5

let node: ModelNode | null = null
afterEach(() => node?.stop())

test.each(['429', '-32005'] as const)(
  'a limit of calls a second (%s) is used up, with few refusals and no fault',
  async (rateWording) => {
    const anchor = { number: 1, time: 1_760_000_000_000 }
    const chain = new ModelChain({ feed: listFeed([]), anchor, head: 1_000 })
    node = await startModelNode(chain, { callsPerSecond: LIMIT, rateWording })
    const limits = new NodeLimits()
    const ask = jsonRpc(node.url, 10_000, limits)
    const { signal } = new AbortController()
    const calls = Array.from({ length: 100 }, () => ({ method: 'eth_chainId', params: [] }))
    const began = performance.now()
    let answered = 0
    const askForAWhile = async () => {
      while (performance.now() - began < 1_000 * SECONDS) {
        const answers = await ask(calls, signal)
        answered += answers.length
      }
    }
    await Promise.all(Array.from({ length: LISTS }, askForAWhile))
    const seconds = (performance.now() - began) / 1_000
    expect(answered / seconds).toBeGreaterThan(0.6 * LIMIT)
    // Each refused POST is sent again, and contains at most 100 calls.
    const refusals = (node.calls() - answered) / calls.length
    expect(refusals).toBeGreaterThan(0)
    expect(refusals).toBeLessThanOrEqual(6)
    const { callsPerSecond } = limits.learnt
    expect(callsPerSecond).toBeGreaterThan(0.5 * LIMIT)
    expect(callsPerSecond).toBeLessThan(1.5 * LIMIT)
  },
)
