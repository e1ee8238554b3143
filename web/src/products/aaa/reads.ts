/** The reads of AaaFund for /aaaJiJin. */
import type { ChainRead } from '../../core/chain/chainRead.ts'
import type { FundState } from './fundReaders.ts'

export const fundState: ChainRead<FundState> = {
  key: 'fund/state',
  ofAccount: false,
  load: async () => (await import('./fundReaders.ts')).readFund,
}
