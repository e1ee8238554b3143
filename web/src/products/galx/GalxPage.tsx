import { Page } from '../../design/Card/Card.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import HistorySection from '../../activity/HistorySection.tsx'
import { ClaimCard } from '../../staking/ClaimCard.tsx'
import { FaucetBanner } from './FaucetBanner.tsx'
import { Hero } from './Hero.tsx'
import { InvitedBanner } from './InvitedBanner.tsx'
import { PositionsSection } from '../../staking/PositionsSection.tsx'
import { ProofStrip } from './ProofStrip.tsx'
import { StakeCard } from '../../staking/StakeCard.tsx'

/** /galx: hash power, staking, what is claimable, positions, history. All but the history comes from the chain. */
export default function GalxPage() {
  const connected = useAppStore((state) => state.address !== null)
  const texts = useTexts().galx
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Hero />
      <ProofStrip />
      <InvitedBanner />
      <FaucetBanner />
      <StakeCard />
      <ClaimCard />
      <PositionsSection />
      {connected && <HistorySection />}
    </Page>
  )
}
