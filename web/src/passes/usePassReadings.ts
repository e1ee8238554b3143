import { useChainRead } from '../core/chain/useChainRead.ts'
import { combine } from '../core/state/combine.ts'
import { heldPasses, passTerms } from './passReads.ts'

/** Milliseconds between two readings of the terms. */
const SELDOM = 30_000

/** The account's passes and the terms of all passes. A page draws nothing about passes before both are known, so that nothing moves. */
export function usePassReadings() {
  return combine([useChainRead(heldPasses), useChainRead(passTerms, { every: SELDOM })])
}
