import { PRODUCTS } from '@galx/protocol/products'
import { Suspense } from 'react'
import { activityTexts } from '../../activity/texts.ts'
import { historyOf } from '../../activity/source.ts'
import { Bonuses, bonusRows } from '../../bonuses/lazyBonuses.tsx'
import { useAppStore } from '../../core/state/appStore.ts'
import { Page } from '../../design/Card/Card.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { lazyWithRetry, lazyOrFallback } from '../../design/lazy.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { ChainStrip } from '../../staking/ChainStrip.tsx'
import { FirstSteps } from '../../staking/FirstSteps.tsx'
import { StakingSections } from '../../staking/StakingSections.tsx'
import { stakingTexts } from '../../staking/texts.ts'
import { ZAP } from '../../zap/lazyZap.tsx'
import { GALX } from './product.ts'
import { galxTexts } from './texts.ts'

const ProductHistory = lazyWithRetry(() => import('../../activity/ProductHistory.tsx'))
const Orbit = lazyOrFallback(() => import('./Orbit.tsx'))
const DueLine = lazyOrFallback(() => import('../../activity/dates/DueLine.tsx'))
const Visitors = lazyWithRetry(() => import('./Visitors.tsx'))
const ROWS = bonusRows(PRODUCTS.galx.programs)

/** /galx: the claim, staking, positions, history; for visitors, an overview. All except the history comes from the chain. */
export default function GalxPage() {
  const connected = useAppStore((state) => state.address !== null)
  const texts = useTexts(galxTexts)
  const staking = useTexts(stakingTexts)
  const history = useTexts(activityTexts).title
  const figure = (
    <Suspense>
      <Orbit />
    </Suspense>
  )
  return (
    <Page title={texts.title} lead={texts.lead}>
      <SectionBoundary name={staking.chain.title}>
        <ChainStrip />
      </SectionBoundary>
      <SectionBoundary name={staking.firstSteps}>
        <FirstSteps tokens={['GALX']} />
      </SectionBoundary>
      <StakingSections
        product={GALX}
        zap={ZAP}
        titles={{ stake: texts.stake }}
        figure={figure}
        bonusRows={ROWS}
      >
        {connected ? (
          <>
            <Bonuses programs={PRODUCTS.galx.programs} />
            <Suspense fallback={<Skeleton shape="block" height="108px" />}>
              <DueLine />
            </Suspense>
            <SectionBoundary name={history}>
              <Suspense>
                <ProductHistory product="galx" whole={historyOf('galx')} />
              </Suspense>
            </SectionBoundary>
          </>
        ) : (
          <SectionBoundary name={texts.visitors.trust}>
            <Suspense>
              <Visitors />
            </Suspense>
          </SectionBoundary>
        )}
      </StakingSections>
    </Page>
  )
}
