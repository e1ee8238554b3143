import { encodeFunctionData, type Hex } from 'viem'
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { expect, it } from 'vitest'
import { ChainUnavailableError } from '../../src/chain/chainReader.ts'
import { levelTerms } from '../../src/products/btc/levelTerms.ts'
import { RefusalError } from '../../src/platform/http/refusal.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'

it('an impossible number of levels from a node is refused, without requests for them', async () => {
  let asked = 0
  const chain = {
    callWord: () => {
      asked += 1
      return Promise.resolve<Hex>(`0x${'f'.repeat(64)}`)
    },
  }
  await expect(levelTerms({ ...PAPER_DEPLOYMENT }, chain)).rejects.toThrow(ChainUnavailableError)
  expect(asked).toBe(1)
})

/** Levels with one level, from a node. `count` is awaited before each request, like a caller's limits. */
function chainOf(count: () => Promise<void>) {
  const asked = { words: 0 }
  const chain = {
    callWord: async ({ data }: { data: Hex }): Promise<Hex> => {
      await count()
      asked.words += 1
      return `0x${(data === MAXIMUM ? 0 : 7).toString(16).padStart(64, '0')}`
    },
  }
  return { chain, asked }
}
const MAXIMUM = encodeFunctionData({ abi: levelsAbi, functionName: 'MAXIMUM_LEVEL' })
const TERMS = [{ level: 0, price: 7n, boostBps: 7 }]

it('a caller that waits for another caller’s read is not refused by the other caller’s limit', async () => {
  const deployment = { ...PAPER_DEPLOYMENT }
  const first = chainOf(() => Promise.reject(new RefusalError('tooManyRequests', undefined, { seconds: 9 })))
  const others = [chainOf(() => Promise.resolve()), chainOf(() => Promise.resolve())]
  const refused = levelTerms(deployment, first.chain)
  const waiting = others.map(({ chain }) => levelTerms(deployment, chain))
  await expect(refused).rejects.toThrow(RefusalError)
  expect(await Promise.all(waiting)).toEqual([TERMS, TERMS])
  // One of the waiting callers has read the terms, and the other has waited for that read.
  expect(others.map(({ asked }) => asked.words).sort()).toEqual([0, 3])
})

it('a caller that waits while no node answers gets that error, and asks no node again', async () => {
  const deployment = { ...PAPER_DEPLOYMENT }
  const first = chainOf(() => Promise.reject(new ChainUnavailableError('no node answers')))
  const other = chainOf(() => Promise.resolve())
  const answers = [levelTerms(deployment, first.chain), levelTerms(deployment, other.chain)]
  for (const answer of answers) await expect(answer).rejects.toThrow(ChainUnavailableError)
  expect(other.asked.words).toBe(0)
  expect(await levelTerms(deployment, other.chain)).toEqual(TERMS)
})
