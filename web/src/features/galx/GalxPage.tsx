import { Page } from '../../design/Card/Card.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useAppStore } from '../../state/appStore.ts'
import HistorySection from './HistorySection.tsx'
import { ClaimCard } from './ClaimCard.tsx'
import { FaucetBanner } from './FaucetBanner.tsx'
import { Hero } from './Hero.tsx'
import { InvitedBanner } from './InvitedBanner.tsx'
import { PositionsSection } from './PositionsSection.tsx'
import { ProofStrip } from './ProofStrip.tsx'
import { StakeCard } from './StakeCard.tsx'

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
