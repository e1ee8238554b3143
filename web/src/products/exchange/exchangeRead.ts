/** The exchange as the chain says it is now: reserves of the configured pairs, and every fee. */
import type { ChainRead } from '../../core/chain/chainRead.ts'
import type { ExchangeState } from './exchangeState.ts'

export const exchangeRead: ChainRead<ExchangeState> = {
  key: 'exchange',
  ofAccount: false,
  load: async () => (await import('./exchangeReader.ts')).readExchange,
}
