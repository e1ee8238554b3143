import { ButtonLink } from '../../design/Button/ButtonLink.tsx'
import { Card, Page } from '../../design/Card/Card.tsx'
import { EmptyState } from '../../design/EmptyState/EmptyState.tsx'
import type { Catalogue } from '../../i18n/catalogue.ts'
import { useTexts } from '../../i18n/useTexts.ts'

/** What a route shows whose product is not there yet: says so, and where to go meanwhile. */
export function PreparingPage({ name }: { name: keyof Catalogue['shell']['pageNames'] }) {
  const texts = useTexts().shell
  return (
    <Page title={texts.pageNames[name]}>
      <Card>
        <EmptyState
          icon="orbit"
          title={texts.preparing}
          text={texts.preparingText}
          action={
            <ButtonLink to="/galx" variant="primary">
              {texts.preparingAction}
            </ButtonLink>
          }
        />
      </Card>
    </Page>
  )
}
