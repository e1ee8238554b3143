import type { ChainRead } from './chainRead.ts'
import type { Cover } from './poolDebts.ts'

/** For each token that StakingPools owes: whether the contract holds the amount that its own views say it owes, at one block. */
export const poolCover: ChainRead<Cover[]> = {
  key: 'pool/cover',
  ofAccount: false,
  load: async () => (await import('./coverReader.ts')).readCover,
}
