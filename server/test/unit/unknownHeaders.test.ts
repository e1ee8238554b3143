/** The day of a hard fork: headers have a field that this version does not know, so that their hashes cannot be computed. */
import { expect, it } from 'vitest'
import { Agreement } from '../../src/chain/rpc/agreement.ts'
import { Endpoints } from '../../src/chain/rpc/endpoints.ts'
import type { Ask } from '../../src/chain/rpc/jsonRpc.ts'
import { logQuery } from '../../src/chain/rpc/logQuery.ts'
import { paperHeader } from '../support/paperHeader.ts'

const query = logQuery([{ address: `0x${'5a'.repeat(20)}`, topics: [`0x${'01'.repeat(32)}`] }])
const WORD = `0x${'00'.repeat(32)}`
const genesis = paperHeader({ number: 0, timestamp: 1_000, parentHash: WORD })

/** A node whose blocks after the first have a new field, and this hash. */
function nodeWith(hash: string): Ask {
  return (calls) =>
    Promise.resolve(
      calls.map(({ method, params }) => {
        if (method === 'eth_getLogs') return []
        const number = Number(params[0])
        if (number === 0) return genesis
        return {
          ...paperHeader({ number, timestamp: 1_000 + number, parentHash: WORD }),
          forkRoot: WORD,
          hash,
        }
      }),
    )
}
const one = nodeWith(`0x${'ab'.repeat(32)}`)
const other = nodeWith(`0x${'cd'.repeat(32)}`)

function fetchFrom(asks: readonly Ask[], trustsUnknownHeaders: boolean) {
  const nodes = asks.map((ask, index) => ({ name: `node ${index + 1}`, ask }))
  const agreement = new Agreement(new Endpoints(nodes, genesis.hash), query, { trustsUnknownHeaders })
  return agreement.fetch(1, 1_000, AbortSignal.timeout(10_000))
}

it('an unknown header from a single node is refused, and accepted with the switch', async () => {
  await expect(fetchFrom([one], false)).rejects.toMatchObject({ kind: 'unknownHeader' })
  expect((await fetchFrom([one], true)).isComputed).toBe(false)
})

it('an unknown header from two nodes is accepted if they agree, and refused if they differ, with or without the switch', async () => {
  expect((await fetchFrom([one, one], false)).isComputed).toBe(false)
  for (const trusts of [false, true])
    await expect(fetchFrom([one, other], trusts)).rejects.toMatchObject({ kind: 'disagreement' })
})
