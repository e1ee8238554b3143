import ProductHistory from '../../activity/ProductHistory.tsx'
import { productLog } from '../../activity/source.ts'
import { Bonuses, bonusRows } from '../../bonuses/lazyBonuses.tsx'
import { useAppStore } from '../../core/state/appStore.ts'
import { Page } from '../../design/Card/Card.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { ChainStrip } from '../../staking/ChainStrip.tsx'
import { FirstSteps } from '../../staking/FirstSteps.tsx'
import { StakingSections } from '../../staking/StakingSections.tsx'
import { stakingTexts } from '../../staking/texts.ts'
import { ZAP } from '../../zap/lazyZap.tsx'
import { LevelsSection } from './LevelsSection.tsx'
import { LevelTable } from './LevelTable.tsx'
import { BTC } from './product.ts'
import { StakeSummary } from './StakeSummary.tsx'
import { btcTexts } from './texts.ts'

/** The product's other program, the promotion, is on the community page. */
const PROGRAMS = ['btc'] as const
const ROWS = bonusRows(PROGRAMS)

/** /btc: the claim, stake and level, positions, staking AAA, the levels with the effect of the next level, the log. */
export default function BtcPage() {
  const texts = useTexts(btcTexts)
  const staking = useTexts(stakingTexts)
  const connected = useAppStore((state) => state.address !== null)
  return (
    <Page title={texts.title} lead={texts.lead}>
      <SectionBoundary name={staking.chain.title}>
        <ChainStrip />
      </SectionBoundary>
      <SectionBoundary name={staking.firstSteps}>
        <FirstSteps tokens={['AAA']} />
      </SectionBoundary>
      <StakingSections
        product={BTC}
        zap={ZAP}
        titles={{ stake: texts.stake }}
        bonusRows={ROWS}
        summary={
          <SectionBoundary name={texts.summary.title}>
            <StakeSummary />
          </SectionBoundary>
        }
      >
        <SectionBoundary name={texts.levels.title}>
          <LevelsSection />
        </SectionBoundary>
        <SectionBoundary name={texts.table.title}>
          <LevelTable />
        </SectionBoundary>
        <Bonuses programs={PROGRAMS} />
        {connected && (
          <SectionBoundary name={texts.history}>
            <ProductHistory product="btc" whole={productLog('btc')} title={texts.history} />
          </SectionBoundary>
        )}
      </StakingSections>
    </Page>
  )
}
