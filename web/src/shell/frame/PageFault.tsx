import { Button } from '../../design/Button/Button.tsx'
import { Card, Page } from '../../design/Card/Card.tsx'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { shellTexts } from '../texts.ts'

/** Chunks that do not arrive: the network dropped, or a new version has replaced the files. */
function isLoadingFault(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported|module script|import.*failed|Loading chunk/i.test(error.message)
  )
}

/** Drawn in place of a page that failed, with two actions: try this page again, or reload the whole app. */
export function PageFault({ error, retry }: { error: unknown; retry: () => void }) {
  const texts = useTexts(shellTexts)
  return (
    <Page>
      <Card>
        <ErrorState
          title={texts.pageFailed}
          text={isLoadingFault(error) ? texts.chunkFailedText : texts.pageFailedText}
          action={
            <>
              <Button variant="secondary" onClick={retry}>
                {texts.retry}
              </Button>
              <Button onClick={() => window.location.reload()}>{texts.reload}</Button>
            </>
          }
        />
      </Card>
    </Page>
  )
}
