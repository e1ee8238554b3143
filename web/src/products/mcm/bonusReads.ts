/** What can be read of the chain about bonus programs, as data. */
import type { ProgramKey } from '@galx/protocol/products'
import type { ChainRead } from '../../core/chain/chainRead.ts'
import type { BonusProgram } from './bonusModel.ts'

export function bonusProgram(key: ProgramKey): ChainRead<BonusProgram> {
  return {
    key: `program/${key}`,
    ofAccount: false,
    load: async () => (await import('./bonusReader.ts')).readBonusProgram(key),
  }
}
