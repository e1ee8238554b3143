/** What /btc reads of the contract Levels. */
import type { LevelTerms } from '@galx/protocol/formulas'
import type { PoolKey } from '@galx/protocol/products'
import type { ChainRead } from '../../core/chain/chainRead.ts'

/** What never changes. */
export type LevelTable = {
  /** every level, level 0 first */
  levels: readonly LevelTerms[]
  /** the pools whose weights the levels boost */
  boosted: readonly PoolKey[]
}

function readers() {
  return import('./levelReaders.ts')
}

export const levelTable: ChainRead<LevelTable> = {
  key: 'levels/table',
  ofAccount: false,
  load: async () => (await readers()).createTableReader(),
}

/** The account's level; 0 where it bought none. */
export const ownLevel: ChainRead<number> = {
  key: 'levels/own',
  ofAccount: true,
  load: async () => (await readers()).readOwnLevel,
}
