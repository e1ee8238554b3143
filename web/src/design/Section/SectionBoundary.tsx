import type { ReactNode } from 'react'
import { Button } from '../Button/Button.tsx'
import { Card } from '../Card/Card.tsx'
import { ErrorState } from '../ErrorState/ErrorState.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { designTexts } from '../texts.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

export type SectionBoundaryProps = {
  /** what the section is called on the screen; the fault names it */
  name: string
  children: ReactNode
}

/** Around each section of a page: a fault in one leaves the rest of the page working, and can be tried again. */
export function SectionBoundary({ name, children }: SectionBoundaryProps) {
  return (
    <ErrorBoundary fallback={(_, retry) => <SectionFault name={name} retry={retry} />}>
      {children}
    </ErrorBoundary>
  )
}

function SectionFault({ name, retry }: { name: string; retry: () => void }) {
  const texts = useTexts(designTexts)
  return (
    <Card>
      <ErrorState
        title={texts.sectionFailed(name)}
        text={texts.sectionFailedText}
        action={
          <Button variant="secondary" onClick={retry}>
            {texts.retry}
          </Button>
        }
      />
    </Card>
  )
}
