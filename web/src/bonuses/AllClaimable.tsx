import { PROGRAM_KEYS } from '@galx/protocol/products'
import type { TakeBonus } from '../staking/claimableBonus.ts'
import { useClaimable } from './useClaimable.ts'

/** Draws nothing: hands over the sums that all programs together pay now. */
export default function AllClaimable({ onClaimable }: { onClaimable: TakeBonus }) {
  useClaimable(PROGRAM_KEYS, onClaimable)
  return null
}
