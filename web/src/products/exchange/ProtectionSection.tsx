import { useState } from 'react'
import type { WebRelay } from '@galx/protocol/webConfig'
import { currentConfig, useConfig } from '../../core/config/configStore.ts'
import { useWalletStore } from '../../core/wallet/walletStore.ts'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { classNames } from '../../design/classNames.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import styles from '../../swap/swap.module.css'
import { offerRelay } from '../../swap/sandwichGuard.ts'
import { swapTexts } from '../../swap/texts.ts'
import { useProtection } from '../../swap/useProtection.ts'

/** The wallet's known protection against sandwich attacks, the deployment's relays, and their limits. */
export function ProtectionSection() {
  const texts = useTexts(swapTexts).protection
  const config = useConfig()
  const relays = config?.relays ?? []
  const provider = useWalletStore((state) => state.connected?.provider)
  const { state, ask } = useProtection()
  const [outcome, setOutcome] = useState<'offered' | 'refused' | null>(null)

  async function offer(relay: WebRelay) {
    if (provider === undefined) return
    try {
      await offerRelay(provider, relay, currentConfig())
      setOutcome('offered')
      ask()
    } catch {
      setOutcome('refused')
    }
  }

  // Waits for the configuration like the prices above, so that the arrival of the prices moves nothing.
  if (config === null) return null
  return (
    <Section title={texts.title}>
      <Card>
        <div className={styles.stack}>
          <p className={styles.note}>{texts.about}</p>
          <div className={styles.answer}>
            <Banner kind={state === 'protected' ? 'good' : 'info'}>{texts[state]}</Banner>
          </div>
          <Button
            variant="secondary"
            size="small"
            busy={state === 'asking'}
            disabled={provider === undefined}
            onClick={ask}
          >
            {texts.ask}
          </Button>
          {relays.length === 0 && <p className={styles.note}>{texts.none}</p>}
          {relays.map((relay) => (
            <Button
              key={relay.rpcUrl}
              variant="secondary"
              wide
              disabled={provider === undefined}
              onClick={() => void offer(relay)}
            >
              {texts.offer(relay.name)}
            </Button>
          ))}
          <p className={styles.note} aria-live="polite">
            {outcome !== null && texts[outcome]}
          </p>
          <details className={classNames(styles.note, styles.limits)}>
            <summary>{texts.limits}</summary>
            <ul className={styles.list}>
              {texts.limitList.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </details>
        </div>
      </Card>
    </Section>
  )
}
