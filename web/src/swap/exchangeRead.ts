/** The exchange's present state on the chain: reserves of the configured pairs, and every fee. */
import type { ChainRead } from '../core/chain/chainRead.ts'
import type { ExchangeState } from './exchangeState.ts'

export const exchangeRead: ChainRead<ExchangeState> = {
  key: 'exchange',
  ofAccount: false,
  load: async () => (await import('./exchangeReader.ts')).readExchange,
}
