/** The reads of Levels. */
import type { ChainRead } from '../../core/chain/chainRead.ts'
import type { LevelTable } from './levelReaders.ts'

function readers() {
  return import('./levelReaders.ts')
}

export const levelTable: ChainRead<LevelTable> = {
  key: 'levels/table',
  ofAccount: false,
  load: async () => (await readers()).createTableReader(),
}

/** The account's level; 0 if it has bought none. */
export const ownLevel: ChainRead<number> = {
  key: 'levels/own',
  ofAccount: true,
  load: async () => (await readers()).readOwnLevel,
}
