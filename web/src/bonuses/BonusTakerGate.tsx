import { PROGRAM_KEYS } from '@galx/protocol/products'
import { lazy, Suspense } from 'react'
import type { TakeBonus } from '../staking/claimableBonus.ts'
import { useGranted } from './useGranted.ts'

const BonusTaker = lazy(() => import('./BonusTaker.tsx'))

/** As BonusRowsGate, for a card that draws its own lines. */
export default function BonusTakerGate({ onClaimable }: { onClaimable: TakeBonus }) {
  if (useGranted(PROGRAM_KEYS) !== true) return null
  return (
    <Suspense>
      <BonusTaker onClaimable={onClaimable} />
    </Suspense>
  )
}
