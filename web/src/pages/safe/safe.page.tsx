import { useChainRead, useConnection } from '../../core/chain/useChainRead.ts'
import { Columns, Page } from '../../design/Card/Card.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { AllowancesSection } from './AllowancesSection.tsx'
import { ContractsSection } from './ContractsSection.tsx'
import { FactsSection } from './FactsSection.tsx'
import { ProofSection } from './proof/ProofSection.tsx'
import { codes, safety } from './reads.ts'
import { ReleaseSection } from './ReleaseSection.tsx'
import { ReservesSection } from './ReservesSection.tsx'
import { SourcesSection } from './SourcesSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { safeTexts } from './texts.ts'
import { TimelockSection } from './TimelockSection.tsx'

/** Milliseconds between two readings of reserves and powers. */
const SELDOM = 15_000

/** /safe: facts that anybody can check, checked by this browser; and the account's own allowances and sessions. */
export default function SafePage() {
  const texts = useTexts(safeTexts)
  const read = useChainRead(safety, { every: SELDOM })
  const code = useChainRead(codes, { every: SELDOM })
  const down = useConnection() === 'down'
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Columns>
        <SectionBoundary name={texts.facts.title}>
          <FactsSection safety={read} codes={code} down={down} />
        </SectionBoundary>
        <SectionBoundary name={texts.sources.title}>
          <SourcesSection />
        </SectionBoundary>
        <SectionBoundary name={texts.allowances.title}>
          <AllowancesSection />
        </SectionBoundary>
      </Columns>
      <SectionBoundary name={texts.reserves.title}>
        <ReservesSection reading={read} />
      </SectionBoundary>
      <Columns>
        <SectionBoundary name={texts.contracts.title}>
          <ContractsSection reading={code} />
        </SectionBoundary>
        <SectionBoundary name={texts.proof.title}>
          <ProofSection safety={read} />
        </SectionBoundary>
        <SectionBoundary name={texts.timelock.title}>
          <TimelockSection reading={read} />
        </SectionBoundary>
        <SectionBoundary name={texts.release.title}>
          <ReleaseSection />
        </SectionBoundary>
        <SectionBoundary name={texts.sessions.title}>
          <SessionsSection />
        </SectionBoundary>
      </Columns>
    </Page>
  )
}
