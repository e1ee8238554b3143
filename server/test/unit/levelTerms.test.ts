import { expect, it } from 'vitest'
import { ChainUnavailable, type ChainReader } from '../../src/chain/chainReader.ts'
import { levelTerms } from '../../src/products/btc/levelTerms.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'

it('a node that tells of more levels than can be is not believed, and asked nothing about them', async () => {
  let asked = 0
  const chain = {
    callWord: () => {
      asked += 1
      return Promise.resolve(`0x${'f'.repeat(64)}`)
    },
  } as unknown as ChainReader
  await expect(levelTerms({ ...PAPER_DEPLOYMENT }, chain)).rejects.toThrow(ChainUnavailable)
  expect(asked).toBe(1)
})
