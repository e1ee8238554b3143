import HistoryList from '../../activity/HistoryList.tsx'
import { activityOf } from '../../activity/source.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { Page } from '../../design/Card/Card.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { ChainStrip } from '../../staking/ChainStrip.tsx'
import { FirstSteps } from '../../staking/FirstSteps.tsx'
import { StakingSections } from '../../staking/StakingSections.tsx'
import { Hero } from './Hero.tsx'
import { GALX } from './product.ts'
import { galxTexts } from './texts.ts'

/** /galx: hash power, what is claimable, positions, staking, history. All but the history comes from the chain. */
export default function GalxPage() {
  const connected = useAppStore((state) => state.address !== null)
  const texts = useTexts(galxTexts)
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Hero />
      <ChainStrip />
      <FirstSteps tokens={['GALX']} />
      <StakingSections product={GALX} titles={{ stake: texts.stake }} />
      {connected && <HistoryList source={activityOf(GALX.pools)} />}
    </Page>
  )
}
