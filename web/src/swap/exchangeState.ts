import type { ExchangeTerms, PairState } from '@galx/protocol/exchange'

export type ExchangeState = {
  /** the block of the reserves and fees; the chain's head may be newer */
  block: bigint
  /** the existing pairs; a configured pair that does not exist yet is left out */
  pairs: readonly PairState[]
  terms: ExchangeTerms
}
