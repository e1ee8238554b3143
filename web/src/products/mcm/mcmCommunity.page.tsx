import { PRODUCTS } from '@galx/protocol/products'
import { Bonuses } from '../../bonuses/lazyBonuses.tsx'
import { Page } from '../../design/Card/Card.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { McmNav } from './McmNav.tsx'
import { MembersSection } from './MembersSection.tsx'
import { mcmTexts } from './texts.ts'

/** /mcmCommunity: the direct members with their MCM hash power, and the two bonus programs that count this hash power. */
export default function McmCommunityPage() {
  const texts = useTexts(mcmTexts)
  return (
    <Page title={texts.pages.mcmCommunity.title} lead={texts.pages.mcmCommunity.lead}>
      <McmNav current="mcmCommunity" />
      <SectionBoundary name={texts.members.title}>
        <MembersSection />
      </SectionBoundary>
      <Bonuses programs={PRODUCTS.mcm.programs} />
    </Page>
  )
}
