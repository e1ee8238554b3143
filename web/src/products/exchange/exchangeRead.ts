/** The exchange as the chain says it is now: reserves of the configured pairs, and every fee. */
import type { ExchangeTerms, PairState } from '@galx/protocol/exchange'
import type { ChainRead } from '../../core/chain/chainRead.ts'

export type ExchangeState = {
  /** those that are there; a configured one that is not made yet is left out */
  pairs: readonly PairState[]
  terms: ExchangeTerms
}

export const exchangeRead: ChainRead<ExchangeState> = {
  key: 'exchange',
  ofAccount: false,
  load: async () => (await import('./exchangeReader.ts')).readExchange,
}
