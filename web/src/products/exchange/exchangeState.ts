import type { ExchangeTerms, PairState } from '@galx/protocol/exchange'

export type ExchangeState = {
  /** those that are there; a configured one that is not made yet is left out */
  pairs: readonly PairState[]
  terms: ExchangeTerms
}
