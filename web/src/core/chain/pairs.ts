import type { PairState } from '@galx/protocol/exchange'
import type { ChainRead } from './chainRead.ts'

/** The reserves of the exchange's configured pairs. */
export const pairReserves: ChainRead<PairState[]> = {
  key: 'pairs',
  ofAccount: false,
  load: async () => (await import('./pairsReader.ts')).readPairs,
}
