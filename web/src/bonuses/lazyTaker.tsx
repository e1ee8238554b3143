/** What the overview takes of this folder, apart from what the first page does. */
import { lazy, Suspense } from 'react'
import type { TakeBonus } from '../staking/claimableBonus.ts'

const Taker = lazy(() => import('./BonusTakerGate.tsx'))

/** Hands over what all programs together pay now; draws nothing. */
export function AllBonuses({ onClaimable }: { onClaimable: TakeBonus }) {
  return (
    <Suspense>
      <Taker onClaimable={onClaimable} />
    </Suspense>
  )
}
