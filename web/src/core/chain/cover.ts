import type { ChainRead } from './chainRead.ts'
import type { Cover } from './poolDebts.ts'

/** For each token that StakingPools owes: whether it holds what it owes by its own views, all at one block. */
export const poolCover: ChainRead<Cover[]> = {
  key: 'pool/cover',
  ofAccount: false,
  load: async () => (await import('./coverReader.ts')).readCover,
}
