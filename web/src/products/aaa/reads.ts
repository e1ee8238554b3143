/** What /aaaJiJin reads of the contract AaaFund. */
import type { ChainRead } from '../../core/chain/chainRead.ts'
import type { Problem } from '../../core/transactions/problem.ts'

/** What a pool streams: wei of its reward token a second, until a time in unix seconds. */
export type Streaming = {
  totalWeight: bigint
  rewardRate: bigint
  rewardEnd: number
}

/** What `distribute()` would do now, run on the chain's present state without being sent. */
export type Distribution =
  | { possible: true; before: Streaming; after: Streaming }
  /** why it would not work */
  | { possible: false; problem: Problem }

export type FundState = {
  /** wei of AAA that wait in the fund */
  waiting: bigint
  /** null where nothing waits */
  distribution: Distribution | null
}

export const fundState: ChainRead<FundState> = {
  key: 'fund/state',
  ofAccount: false,
  load: async () => (await import('./fundReaders.ts')).readFund,
}
