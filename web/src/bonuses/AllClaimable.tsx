import { PROGRAM_KEYS } from '@galx/protocol/products'
import type { TakeBonus } from '../staking/claimableBonus.ts'
import { useClaimable } from './useClaimable.ts'

/** Renders nothing. Hands over the claimable sums of all programs together. */
export default function AllClaimable({ onClaimable }: { onClaimable: TakeBonus }) {
  useClaimable(PROGRAM_KEYS, onClaimable)
  return null
}
