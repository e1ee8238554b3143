/** Whether an archive is needed: only a node that says that the state is missing decides it. */
import type { PublicClient } from 'viem'
import { expect, it } from 'vitest'
import type { Deployment } from '@galx/protocol/deployment'
import type { Refusal, RefusalKind } from '@galx/protocol/nodeRefusals'
import { NodeRefusedError } from '../src/chain/nodeFaults.ts'
import { Findings } from '../src/verify/findings.ts'
import { ArchiveNeededError, openPlace } from '../src/verify/place.ts'

/** @param refusal how the node refuses a balance; null: it answers */
async function stateAfterAMinute(refusal: RefusalKind | null): Promise<bigint> {
  const said: Partial<Refusal> = { kind: refusal ?? 'broken', message: 'no' }
  const reader = {
    getBlock: () => Promise.resolve({ number: 7n, timestamp: 1n }),
    request: () =>
      refusal === null
        ? Promise.resolve('0x0')
        : Promise.reject(new NodeRefusedError('node', 'eth_getBalance', said as Refusal)),
  } as unknown as PublicClient
  let now = 0
  const place = await openPlace(reader, {} as Deployment, new Findings(), undefined, () => now)
  now = 60_000
  return place.stateBlock()
}

it('asks for an archive where the node no longer has the state', async () => {
  await expect(stateAfterAMinute('state')).rejects.toThrow(ArchiveNeededError)
})

it('reads on where the node has the state', async () => {
  expect(await stateAfterAMinute(null)).toBe(7n)
})

it.each(['rate', 'plan', 'credentials', 'broken'] as const)(
  'says so where the node refuses by its %s',
  async (kind) => {
    await expect(stateAfterAMinute(kind)).rejects.toThrow(NodeRefusedError)
  },
)
