import ProductHistory from '../../activity/ProductHistory.tsx'
import { productLog } from '../../activity/source.ts'
import { ButtonLink } from '../../design/Button/ButtonLink.tsx'
import { Page } from '../../design/Card/Card.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { znTexts } from './texts.ts'

/** /znRecord: everything the account did in the vault. */
export default function ZnRecordPage() {
  const texts = useTexts(znTexts)
  return (
    <Page title={texts.pages.znRecord.title} lead={texts.pages.znRecord.lead}>
      <SectionBoundary name={texts.pages.znRecord.title}>
        <ProductHistory product="zn" whole={productLog('zn')} />
      </SectionBoundary>
      <ButtonLink to="/zn" wide>
        {texts.back}
      </ButtonLink>
    </Page>
  )
}
