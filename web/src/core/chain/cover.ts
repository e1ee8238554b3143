import type { ChainRead } from './chainRead.ts'
import type { Cover } from './poolDebts.ts'

/** Of each token that StakingPools owes, whether it holds what its views say that it owes; all of one block. */
export const poolCover: ChainRead<Cover[]> = {
  key: 'pool/cover',
  ofAccount: false,
  load: async () => (await import('./coverReader.ts')).readCover,
}
