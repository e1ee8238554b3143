/** The parts of this folder that pages use. All of them load after the page's own first parts. */
import type { ProgramKey } from '@galx/protocol/products'
import { Suspense } from 'react'
import { LOADING } from '../core/state/reading.ts'
import { ReadingAmount } from '../design/Amount/Amount.tsx'
import { ErrorBoundary } from '../design/Section/ErrorBoundary.tsx'
import { SectionBoundary } from '../design/Section/SectionBoundary.tsx'
import { lazyWithRetry, lazyOrFallback } from '../design/lazy.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import type { TakeBonus } from '../staking/claimableBonus.ts'
import { stakingTexts } from '../staking/texts.ts'

const Rows = lazyOrFallback(() => import('./BonusRowsGate.tsx'))
const Section = lazyWithRetry(() => import('./BonusSectionGate.tsx'))

/** The size of BonusRow's mark. */
const MARK = { flex: 'none', width: 7, height: 7 }

/** Rows of a claim card. Their height is the same while they are loading. */
export function bonusRows(programs: readonly ProgramKey[]) {
  return (take: TakeBonus) => (
    // A faulty server answer about bonuses must not hide the base rewards. The page's bonus section shows the fault.
    <ErrorBoundary fallback={() => null}>
      <Suspense
        fallback={programs.map((program) => (
          <div key={program}>
            {/* Contains an empty box of the mark's size, because the row's figures align to the edge of this box. */}
            <dt>
              <i style={MARK} />
              &nbsp;
            </dt>
            <dd>
              <ReadingAmount reading={LOADING} width={9} />
            </dd>
          </div>
        ))}
      >
        <Rows programs={programs} onClaimable={take} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** The bonuses of a product: the grants, epoch by epoch, with their calculation. */
export function Bonuses({ programs }: { programs: readonly ProgramKey[] }) {
  const name = useTexts(stakingTexts).bonuses
  return (
    <SectionBoundary name={name}>
      <Suspense>
        <Section programs={programs} />
      </Suspense>
    </SectionBoundary>
  )
}
