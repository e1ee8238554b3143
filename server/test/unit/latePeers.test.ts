/** A slow peer does not set the pace of a backfill: an agreeing majority continues without it. */
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { Agreement } from '../../src/chain/rpc/agreement.ts'
import { Endpoints } from '../../src/chain/rpc/endpoints.ts'
import { NodeFaultError } from '../../src/chain/rpc/fault.ts'
import type { Ask } from '../../src/chain/rpc/jsonRpc.ts'
import { logQuery } from '../../src/chain/rpc/logQuery.ts'
import { paperHeader } from '../support/paperHeader.ts'

const query = logQuery([{ address: `0x${'5a'.repeat(20)}`, topics: [`0x${'01'.repeat(32)}`] }])
function blockOf(number: number) {
  return paperHeader({ number, timestamp: 1_000 + number, parentHash: `0x${'00'.repeat(32)}` })
}

const answer: Ask = (calls) =>
  Promise.resolve(
    calls.map(({ method, params }) => (method === 'eth_getLogs' ? [] : blockOf(Number(params[0])))),
  )
/** Answers only about the first block. */
const silent: Ask = async (calls, signal) => {
  if (calls.length === 1 && calls[0]!.params[0] === '0x0') return answer(calls, signal)
  await once(signal, 'abort')
  throw new NodeFaultError('unreachable', 'no answer')
}
/** Lacks every block except the first. */
const behind: Ask = (calls, signal) =>
  calls.length === 1 && calls[0]!.params[0] === '0x0'
    ? answer(calls, signal)
    : Promise.reject(new NodeFaultError('behind', 'no such block'))

function agreementOf(...asks: Ask[]) {
  const nodes = asks.map((ask, index) => ({ name: `node ${index + 1}`, ask }))
  const faults: string[] = []
  const noVote = (peer: { name: string }, fault: NodeFaultError) => faults.push(`${peer.name}: ${fault.kind}`)
  return { agreement: new Agreement(new Endpoints(nodes, blockOf(0).hash), query, { noVote }), faults }
}
function signal() {
  return AbortSignal.timeout(10_000)
}

it('continues with a long range when two of three agree, and names the late peer', async () => {
  const { agreement, faults } = agreementOf(answer, answer, silent)
  const range = await agreement.fetch(1, 1_000, signal())
  expect(range.unconfirmed).toBeNull()
  expect(faults).toEqual(['node 3: unreachable'])
})

it('does not wait for a lagging peer if two of three agree on a long range', async () => {
  const { agreement } = agreementOf(answer, answer, behind)
  expect((await agreement.fetch(1, 1_000, signal())).unconfirmed).toBeNull()
})

it('waits for a lagging peer at the head, and if no majority agrees', async () => {
  await expect(agreementOf(answer, answer, behind).agreement.fetch(1, 10, signal())).rejects.toThrow('yet')
  await expect(agreementOf(answer, behind).agreement.fetch(1, 1_000, signal())).rejects.toThrow('yet')
})
