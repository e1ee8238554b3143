import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { expect, it } from 'vitest'
import { stakingPoolsViews } from '../../src/chain/stakingPoolsViews.ts'

/** Names and types without the compiler's own notes. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, item: unknown) => (key === 'internalType' ? undefined : item)))

it('the views read in every poll are the generated ABI’s own', () => {
  const generated = (stakingPoolsAbi as readonly { type: string; name?: string }[]).filter((item) =>
    ['poolState', 'accountState', 'positionsOf'].includes(item.name ?? ''),
  )
  const byName = (list: readonly unknown[]) =>
    [...(list as { name: string }[])].sort((a, b) => (a.name < b.name ? -1 : 1))
  expect(generated).toHaveLength(3)
  expect(byName(stakingPoolsViews)).toEqual(byName(plain(generated) as unknown[]))
})
