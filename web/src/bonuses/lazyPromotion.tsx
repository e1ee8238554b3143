/** The parts of this folder for the community page, in a file apart from the first page's parts. */
import { Suspense } from 'react'
import { SectionBoundary } from '../design/Section/SectionBoundary.tsx'
import { Skeleton } from '../design/Skeleton/Skeleton.tsx'
import { lazyWithRetry } from '../design/lazy.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { stakingTexts } from '../staking/texts.ts'

const PromotionCard = lazyWithRetry(() => import('./PromotionCard.tsx'))

/** The promotion ladder. */
export function Promotion() {
  const name = useTexts(stakingTexts).bonuses
  return (
    <SectionBoundary name={name}>
      <Suspense fallback={<Skeleton shape="block" height="560px" />}>
        <PromotionCard />
      </Suspense>
    </SectionBoundary>
  )
}
