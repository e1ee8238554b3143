import { PRODUCTS } from '@galx/protocol/products'
import { bonusRows } from '../../bonuses/lazyBonuses.tsx'
import { Page } from '../../design/Card/Card.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { ChainStrip } from '../../staking/ChainStrip.tsx'
import { FirstSteps } from '../../staking/FirstSteps.tsx'
import { StakingSections } from '../../staking/StakingSections.tsx'
import { stakingTexts } from '../../staking/texts.ts'
import { ZAP } from '../../zap/lazyZap.tsx'
import { McmNav } from './McmNav.tsx'
import { NodesSection } from './NodesSection.tsx'
import { MCM } from './product.ts'
import { mcmTexts } from './texts.ts'

const ROWS = bonusRows(PRODUCTS.mcm.programs)

/** /mcm: the claim, positions, staking MCM, the account's nodes and a new node. All of it comes from the chain. */
export default function McmPage() {
  const texts = useTexts(mcmTexts)
  const staking = useTexts(stakingTexts)
  return (
    <Page title={texts.pages.mcm.title} lead={texts.pages.mcm.lead}>
      <McmNav current="mcm" />
      <SectionBoundary name={staking.chain.title}>
        <ChainStrip />
      </SectionBoundary>
      <SectionBoundary name={staking.firstSteps}>
        <FirstSteps tokens={['MCM']} />
      </SectionBoundary>
      <StakingSections product={MCM} zap={ZAP} titles={{ stake: texts.stake }} bonusRows={ROWS}>
        <NodesSection />
      </StakingSections>
    </Page>
  )
}
