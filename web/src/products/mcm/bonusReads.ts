/** What can be read of the chain about bonus programs, as data. */
import type { ProgramKey } from '@galx/protocol/products'
import type { ChainRead } from '../../core/chain/chainRead.ts'

/** Amounts are wei of GALX, times unix seconds. */
export type BonusProgram = {
  budgetPerEpoch: bigint
  start: number
  vested: bigint
  paid: bigint
  /** seconds */
  epochDuration: number
  /** epochs whose results are published on-chain */
  published: bigint
}

export function bonusProgram(key: ProgramKey): ChainRead<BonusProgram> {
  return {
    key: `program/${key}`,
    ofAccount: false,
    load: async () => (await import('./bonusReader.ts')).readBonusProgram(key),
  }
}
