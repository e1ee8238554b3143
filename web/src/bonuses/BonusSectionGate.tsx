import type { ProgramKey } from '@galx/protocol/products'
import { Suspense, useState } from 'react'
import { useAppStore } from '../core/state/appStore.ts'
import { Button } from '../design/Button/Button.tsx'
import { Card, Section } from '../design/Card/Card.tsx'
import { poolColour } from '../design/PoolMark/poolColour.ts'
import { lazyWithRetry } from '../design/lazy.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { useBonuses } from './bonusStore.ts'
import { bonusGateTexts } from './gateTexts.ts'
import { colourOf } from './programs.ts'
import { useGranted } from './useGranted.ts'
import styles from './BonusSectionGate.module.css'

const BonusSection = lazyWithRetry(() => import('./BonusSection.tsx'))

/**
 * A product's bonuses. An account without any grant sees how to earn a bonus. The whole section, with claim, epochs and
 * budget, is shown for all other accounts, for people who ask for the section, and if no server answers.
 */
export default function BonusSectionGate({ programs }: { programs: readonly ProgramKey[] }) {
  const texts = useTexts(bonusGateTexts)
  const connected = useAppStore((state) => state.address !== null)
  const bonuses = useBonuses()
  const granted = useGranted(programs)
  const [asked, setAsked] = useState(false)
  const waiting = connected && granted === null
  const hint = (
    <Section title={texts.title} anchor="bonuses">
      {/* This hint has its full height even before the app knows whether to show the hint. */}
      <div className={waiting ? styles.waiting : undefined} aria-busy={waiting || undefined}>
        <Card className={styles.card}>
          {programs.map((program) => (
            <div key={program}>
              <h3 className={styles.head}>
                <i className={styles.diamond} style={poolColour(colourOf(program))} aria-hidden="true" />
                {texts.names[program]}
              </h3>
              <p className={styles.text}>
                {program === 'node' || program === 'promotion' ? texts.none[program] : texts.none.members}
              </p>
            </div>
          ))}
          <div>
            <Button variant="quiet" size="small" icon="info" onClick={() => setAsked(true)}>
              {texts.how}
            </Button>
          </div>
        </Card>
      </div>
    </Section>
  )
  if (!asked && granted !== true && !(connected && bonuses.status === 'failed')) return hint
  return (
    <Suspense fallback={hint}>
      <BonusSection programs={programs} />
    </Suspense>
  )
}
