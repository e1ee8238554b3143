import type { ExchangeTerms, PairState } from '@galx/protocol/exchange'

export type ExchangeState = {
  /** at which the reserves and fees were read; the chain's head may be newer */
  block: bigint
  /** those that are there; a configured one that is not made yet is left out */
  pairs: readonly PairState[]
  terms: ExchangeTerms
}
