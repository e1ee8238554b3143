/** The reads of bonuses from the chain, as data (see core/chain/reads.ts). */
import type { ProgramKey } from '@galx/protocol/products'
import type { ChainRead } from '../core/chain/chainRead.ts'
import type { BonusProgram, DrawnBonuses } from './bonusChain.ts'

export function bonusProgram(key: ProgramKey): ChainRead<BonusProgram> {
  return {
    key: `program/${key}`,
    ofAccount: false,
    load: async () => (await import('./bonusReaders.ts')).readBonusProgram(key),
  }
}

export const drawnBonuses: ChainRead<DrawnBonuses> = {
  key: 'bonuses/drawn',
  ofAccount: true,
  load: async () => (await import('./bonusReaders.ts')).readDrawn,
}
