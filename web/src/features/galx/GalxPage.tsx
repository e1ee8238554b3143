import { Page } from '../../design/Card/Card.tsx'
import { ClaimCard } from './ClaimCard.tsx'
import { Hero } from './Hero.tsx'
import { HistorySection } from './HistorySection.tsx'
import { InvitedBanner } from './InvitedBanner.tsx'
import { PositionsSection } from './PositionsSection.tsx'
import { ProofStrip } from './ProofStrip.tsx'
import { StakeCard } from './StakeCard.tsx'

/** /galx: hash power, staking, what is claimable, positions, history. All but the history comes from the chain. */
export default function GalxPage() {
  return (
    <Page>
      <Hero />
      <ProofStrip />
      <InvitedBanner />
      <StakeCard />
      <ClaimCard />
      <PositionsSection />
      <HistorySection />
    </Page>
  )
}
