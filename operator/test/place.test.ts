/** An archive is needed only if the node says that it lacks the state. No other refusal means this. */
import { createPublicClient, custom } from 'viem'
import { expect, it } from 'vitest'
import type { Deployment } from '@galx/protocol/deployment'
import type { Refusal, RefusalKind } from '@galx/protocol/nodeRefusals'
import { NodeRefusedError } from '../src/chain/nodeFaults.ts'
import { Findings } from '../src/verify/findings.ts'
import { ArchiveNeededError, openPlace } from '../src/verify/place.ts'

/** @param refusal the node's refusal of a balance; null: the node answers */
async function stateAfterAMinute(refusal: RefusalKind | null): Promise<bigint> {
  const request = async ({ method }: { method: string }) => {
    if (method === 'eth_getBlockByNumber') return { number: '0x7', timestamp: '0x1', transactions: [] }
    if (refusal === null) return '0x0'
    const said: Refusal = {
      kind: refusal,
      message: 'no',
      retryAfter: null,
      largestRange: null,
      suggested: null,
      largestBatch: null,
    }
    throw new NodeRefusedError('node', method, said)
  }
  const reader = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
  let now = 0
  const place = await openPlace(reader, {} as Deployment, new Findings(), undefined, () => now)
  now = 60_000
  return place.stateBlock()
}

it('asks for an archive if the node no longer has the state', async () => {
  await expect(stateAfterAMinute('state')).rejects.toThrow(ArchiveNeededError)
})

it('reads on if the node has the state', async () => {
  expect(await stateAfterAMinute(null)).toBe(7n)
})

it.each(['rate', 'plan', 'credentials', 'broken'] as const)(
  'ends with a refusal if the node refuses by its %s',
  async (kind) => {
    await expect(stateAfterAMinute(kind)).rejects.toThrow(NodeRefusedError)
  },
)
