import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finalForMost } from '../../src/chain/rpc/finality.ts'
import { nameOf } from '../../src/indexer/nodesOf.ts'

test('a block is final if more than half of the nodes call it final', () => {
  expect(finalForMost([7])).toBe(7)
  expect(finalForMost([9, 7])).toBe(7)
  expect(finalForMost([1_000_000_000, 7, 8])).toBe(8)
  expect(finalForMost([9, 9, 7, -1])).toBe(7)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1, max: 50 }), { minLength: 1, maxLength: 7 }), (numbers) => {
      const final = finalForMost(numbers)
      const callers = (block: number) => numbers.filter((number) => number >= block).length
      expect(callers(final)).toBeGreaterThan(numbers.length / 2)
      expect(callers(final + 1)).toBeLessThanOrEqual(numbers.length / 2)
    }),
  )
})

test('a node’s name comes from its address, without keys', () => {
  const names = [
    'https://a.test/key1',
    'https://a.test/key2',
    'https://key:word@a.test',
    'https://a.test/?k=1',
  ].map(nameOf)
  for (const name of names) expect(name).toMatch(/^https:\/\/a\.test #[0-9a-f]{6}$/)
  expect(new Set(names).size).toBe(4)
  expect(nameOf('https://b.test')).toBe('https://b.test')
  expect(nameOf('http://b.test:8545/')).toBe('http://b.test:8545')
})
