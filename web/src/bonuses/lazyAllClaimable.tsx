/** The parts of this folder for the overview, in a separate file, so that the first page does not load them. */
import { Suspense } from 'react'
import { lazyOrFallback } from '../design/lazy.tsx'
import { ErrorBoundary } from '../design/Section/ErrorBoundary.tsx'
import type { TakeBonus } from '../staking/claimableBonus.ts'

const Gate = lazyOrFallback(() => import('./AllClaimableGate.tsx'))

/** Hands over the claimable sums of all programs. Renders nothing, even if a server's answer makes no sense. */
export function AllClaimable({ onClaimable }: { onClaimable: TakeBonus }) {
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        <Gate onClaimable={onClaimable} />
      </Suspense>
    </ErrorBoundary>
  )
}
