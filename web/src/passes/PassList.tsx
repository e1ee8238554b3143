import { Suspense, useState, type ReactNode } from 'react'
import { refreshChain } from '../core/chain/refresh.ts'
import { Button } from '../design/Button/Button.tsx'
import { Card } from '../design/Card/Card.tsx'
import { ErrorState } from '../design/ErrorState/ErrorState.tsx'
import type { Fact } from '../design/FactList/FactList.tsx'
import { Skeleton } from '../design/Skeleton/Skeleton.tsx'
import { lazyWithRetry } from '../design/lazy.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import type { HeldPass, PassTerms } from './passModel.ts'
import { PassPanel } from './PassPanel.tsx'
import { passTexts } from './texts.ts'
import { usePassReadings } from './usePassReadings.ts'
import styles from './PassList.module.css'

const StartSheet = lazyWithRetry(() => import('./StartSheet.tsx'))

export type PassListProps = {
  /** further content for each pass besides its bond */
  factsOf?: ((pass: HeldPass) => readonly Fact[]) | undefined
  actionsOf?: ((pass: HeldPass, terms: PassTerms) => ReactNode) | undefined
  /** shown in place of the list if the account holds no pass */
  empty: ReactNode
}

/** The connected account's passes, read from the chain. */
export function PassList({ factsOf, actionsOf, empty }: PassListProps) {
  const texts = useTexts(passTexts)
  const [chosen, setChosen] = useState<HeldPass | null>(null)
  const [open, setOpen] = useState(false)
  const reading = usePassReadings()
  if (reading.status === 'loading') return <Skeleton shape="block" height="340px" />
  if (reading.status === 'failed') {
    return (
      <Card padding="rows">
        <ErrorState
          title={texts.failed}
          text={texts.failedText}
          action={
            <Button variant="secondary" size="small" icon="refresh" onClick={() => void refreshChain()}>
              {texts.retry}
            </Button>
          }
        />
      </Card>
    )
  }
  const [passes, known] = reading.value
  return (
    <>
      {passes.length === 0 ? (
        empty
      ) : (
        <ul className={styles.list}>
          {passes.map((pass) => (
            <li key={String(pass.id)}>
              <PassPanel
                pass={pass}
                terms={known}
                facts={factsOf?.(pass)}
                actions={actionsOf?.(pass, known)}
                onStart={() => {
                  setChosen(pass)
                  setOpen(true)
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {chosen !== null && (
        <Suspense>
          <StartSheet pass={chosen} terms={known} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
