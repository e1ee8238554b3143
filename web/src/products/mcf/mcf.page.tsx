import { PRODUCTS } from '@galx/protocol/products'
import HistoryList from '../../activity/HistoryList.tsx'
import { productLog } from '../../activity/source.ts'
import { Bonuses, bonusRows } from '../../bonuses/lazyBonuses.tsx'
import { useAppStore } from '../../core/state/appStore.ts'
import { Page } from '../../design/Card/Card.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { ChainStrip } from '../../staking/ChainStrip.tsx'
import { FirstSteps } from '../../staking/FirstSteps.tsx'
import { StakingSections } from '../../staking/StakingSections.tsx'
import { TERM_PARTS } from '../../staking/termParts.ts'
import { stakingTexts } from '../../staking/texts.ts'
import { ZAP } from '../../zap/lazyZap.tsx'
import { MCF } from './product.ts'
import { mcfTexts } from './texts.ts'

const ROWS = bonusRows(PRODUCTS.mcf.programs)

/** The tier chosen at first: 180 days. */
const FIRST_TIER = 2

/** /mcf: the claim, deposits with their countdown and cost of an early exit, a new deposit, the newest records. */
export default function McfPage() {
  const texts = useTexts(mcfTexts)
  const staking = useTexts(stakingTexts)
  const connected = useAppStore((state) => state.address !== null)
  return (
    <Page title={texts.pages.mcf.title} lead={texts.pages.mcf.lead}>
      <SectionBoundary name={staking.chain.title}>
        <ChainStrip />
      </SectionBoundary>
      <SectionBoundary name={staking.firstSteps}>
        <FirstSteps tokens={['MCM']} />
      </SectionBoundary>
      <StakingSections
        product={MCF}
        zap={ZAP}
        titles={{ stake: texts.deposit, positions: texts.deposits }}
        firstTier={FIRST_TIER}
        terms={TERM_PARTS}
        bonusRows={ROWS}
      >
        <Bonuses programs={PRODUCTS.mcf.programs} />
        {connected && (
          <SectionBoundary name={texts.recent}>
            <HistoryList
              source={productLog('mcf')}
              title={texts.recent}
              short={{ rows: 3, more: '/mcfRecord' }}
            />
          </SectionBoundary>
        )}
      </StakingSections>
    </Page>
  )
}
