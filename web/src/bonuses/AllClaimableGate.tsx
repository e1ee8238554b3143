import { PROGRAM_KEYS } from '@galx/protocol/products'
import { Suspense } from 'react'
import { lazyOrFallback } from '../design/lazy.tsx'
import type { TakeBonus } from '../staking/claimableBonus.ts'
import { useGranted } from './useGranted.ts'

const AllClaimable = lazyOrFallback(() => import('./AllClaimable.tsx'))

/** As BonusRowsGate, for a card that renders its own lines. */
export default function AllClaimableGate({ onClaimable }: { onClaimable: TakeBonus }) {
  if (useGranted(PROGRAM_KEYS) !== true) return null
  return (
    <Suspense>
      <AllClaimable onClaimable={onClaimable} />
    </Suspense>
  )
}
