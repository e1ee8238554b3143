import { PRODUCTS } from '@galx/protocol/products'
import { Bonuses, bonusRows } from '../../bonuses/lazyBonuses.tsx'
import { Page } from '../../design/Card/Card.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { ChainStrip } from '../../staking/ChainStrip.tsx'
import { FirstSteps } from '../../staking/FirstSteps.tsx'
import { StakingSections } from '../../staking/StakingSections.tsx'
import { stakingTexts } from '../../staking/texts.ts'
import { ZAP } from '../../zap/lazyZap.tsx'
import { FeeSection } from './FeeSection.tsx'
import { FundLog } from './FundLog.tsx'
import { FundSection } from './FundSection.tsx'
import { AAA } from './product.ts'
import { aaaTexts } from './texts.ts'

const ROWS = bonusRows(PRODUCTS.aaa.programs)

/** /aaaJiJin: staking AAA, the fund's tokens and their distribution, the fee that feeds the fund, all inflow and outflow. */
export default function AaaJiJinPage() {
  const texts = useTexts(aaaTexts)
  const staking = useTexts(stakingTexts)
  return (
    <Page title={texts.title} lead={texts.lead}>
      <SectionBoundary name={staking.chain.title}>
        <ChainStrip />
      </SectionBoundary>
      <SectionBoundary name={staking.firstSteps}>
        <FirstSteps tokens={['AAA']} />
      </SectionBoundary>
      <StakingSections product={AAA} zap={ZAP} titles={{ stake: texts.stake }} bonusRows={ROWS}>
        <SectionBoundary name={texts.fund.title}>
          <FundSection />
        </SectionBoundary>
        <SectionBoundary name={texts.fee.title}>
          <FeeSection />
        </SectionBoundary>
        <Bonuses programs={PRODUCTS.aaa.programs} />
        <SectionBoundary name={texts.log.title}>
          <FundLog />
        </SectionBoundary>
      </StakingSections>
    </Page>
  )
}
