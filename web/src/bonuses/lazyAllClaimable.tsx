/** What the overview takes of this folder, apart from what the first page does. */
import { lazy, Suspense } from 'react'
import type { TakeBonus } from '../staking/claimableBonus.ts'

const Gate = lazy(() => import('./AllClaimableGate.tsx'))

/** Hands over what all programs together pay now; draws nothing. */
export function AllClaimable({ onClaimable }: { onClaimable: TakeBonus }) {
  return (
    <Suspense>
      <Gate onClaimable={onClaimable} />
    </Suspense>
  )
}
