import type { ReactNode } from 'react'
import { Button } from '../Button/Button.tsx'
import { Card } from '../Card/Card.tsx'
import { ErrorState } from '../ErrorState/ErrorState.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { designTexts } from '../texts.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

export type SectionBoundaryProps = {
  /** the section's name on the screen; the error's text contains it */
  name: string
  children: ReactNode
}

/** Wraps each section of a page: after an error in one section the rest of the page works, and the person can try the section again. */
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
