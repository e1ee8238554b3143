import ProductHistory from '../../activity/ProductHistory.tsx'
import { productLog } from '../../activity/source.ts'
import { ButtonLink } from '../../design/Button/ButtonLink.tsx'
import { Page } from '../../design/Card/Card.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { mcfTexts } from './texts.ts'

/** /mcfRecord: all actions of the account in the term deposit. */
export default function McfRecordPage() {
  const texts = useTexts(mcfTexts)
  return (
    <Page title={texts.pages.mcfRecord.title} lead={texts.pages.mcfRecord.lead}>
      <SectionBoundary name={texts.pages.mcfRecord.title}>
        <ProductHistory product="mcf" whole={productLog('mcf')} />
      </SectionBoundary>
      <ButtonLink to="/mcf" wide>
        {texts.back}
      </ButtonLink>
    </Page>
  )
}
