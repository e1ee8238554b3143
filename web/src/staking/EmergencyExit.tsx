import type { WebPool } from '@galx/protocol/webConfig'
import { useEffect, useRef } from 'react'
import type { Position } from '../core/chain/chainStore.ts'
import { said } from '../design/Amount/said.tsx'
import { Button } from '../design/Button/Button.tsx'
import { FactList } from '../design/FactList/FactList.tsx'
import { ownText } from '../i18n/hiddenAmounts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import type { Intent } from '../core/transactions/intent.ts'
import { isRest, principalOf } from './positionModel.ts'
import { exitIntent, withdrawPrincipalIntent } from './positionIntents.ts'
import { legsText } from './stakeModel.ts'
import { sheetTexts } from './sheetTexts.ts'
import { useEarned } from './useEarned.ts'
import { useBusy } from './useStaking.ts'
import styles from './PositionSheet.module.css'

export type EmergencyExitProps = {
  position: Position
  pool: WebPool
  /** leads back to the usual exit; absent if there is none */
  onBack: (() => void) | undefined
  onSend: (intent: Intent) => void
}

/** The exit that works even if everything else fails. States its cost in numbers above its button. */
export function EmergencyExit({ position, pool, onBack, onSend }: EmergencyExitProps) {
  const texts = useTexts(sheetTexts)
  const earned = useEarned(position.pool)
  const busy = useBusy()
  const legs = principalOf(pool, position)
  // The usual exit also pays the rewards, once the pair token accepts transfers again.
  const rest = isRest(position)
  const words = useRef<HTMLParagraphElement>(null)
  // The link that led here is gone, so the focus moves to the text: keyboard and screen reader go on from there.
  useEffect(() => words.current?.focus(), [])
  return (
    <div className={styles.form}>
      <p ref={words} tabIndex={-1} className={styles.words}>
        {rest ? said(texts.emergency.stuck(ownText(legsText(legs)))) : texts.emergency.text}
      </p>
      <FactList
        facts={[
          { label: texts.unstake.receive, value: ownText(legsText(legs)) },
          {
            label: texts.emergency.forfeit,
            value: (
              <span className={styles.loss}>
                {said(earned)} {pool.rewardToken}
              </span>
            ),
          },
        ]}
      />
      <div className={styles.choice}>
        {rest && (
          <Button wide busy={busy} onClick={() => onSend(exitIntent(position, legs))}>
            {texts.unstake.exit}
          </Button>
        )}
        <Button
          variant="danger"
          wide
          busy={busy}
          onClick={() => onSend(withdrawPrincipalIntent(position, legs))}
        >
          {texts.emergency.submit}
        </Button>
        {onBack !== undefined && (
          <Button variant="secondary" wide onClick={onBack}>
            {texts.emergency.back}
          </Button>
        )}
      </div>
    </div>
  )
}
