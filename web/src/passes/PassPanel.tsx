import type { ReactNode } from 'react'
import { runTransaction } from '../core/transactions/runTransaction.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { amountText } from '../design/Amount/amountText.ts'
import { Button } from '../design/Button/Button.tsx'
import { Card } from '../design/Card/Card.tsx'
import { FactList, type Fact } from '../design/FactList/FactList.tsx'
import { PoolMark } from '../design/PoolMark/PoolMark.tsx'
import { ownText } from '../i18n/hiddenAmounts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { countdown, minuteText } from '../staking/format.ts'
import { stakingTexts } from '../staking/texts.ts'
import { useChainNow } from '../staking/useChainNow.ts'
import { useBusy } from '../staking/useStaking.ts'
import { PassFace } from './PassFace.tsx'
import { cancelUnbondingIntent, unbondIntent } from './passIntents.ts'
import { passState, type HeldPass, type PassTerms } from './passModel.ts'
import { passTexts } from './texts.ts'
import styles from './PassPanel.module.css'

export type PassPanelProps = {
  pass: HeldPass
  terms: PassTerms
  /** opens the sheet that explains the cool-down */
  onStart: () => void
  /** further facts, such as the creation of the pass */
  facts?: readonly Fact[] | undefined
  /** further buttons, such as the transfer */
  actions?: ReactNode | undefined
}

const DAY = 86_400

/** A pass with the state of its bond: locked in the pass, in its cool-down with a countdown, or ready to withdraw. */
export function PassPanel({ pass, terms, onStart, facts = [], actions }: PassPanelProps) {
  const texts = useTexts(passTexts)
  const clock = useTexts(stakingTexts).countdown
  const wrongChain = useAppStore(({ connection }) => connection === 'wrongChain')
  const now = useChainNow(1_000)
  const busy = useBusy()
  const bond = ownText(amountText(terms.bond, 18, 0))
  if (now === null) return null
  const state = passState(pass, terms.coolDown, now)
  const days = String(Math.round(terms.coolDown / DAY))

  return (
    <Card className={styles.card}>
      <PassFace
        id={pass.id}
        name={pass.name}
        live={state.kind === 'live'}
        foot={texts.face(bond, texts.state[state.kind])}
      />
      {state.kind !== 'live' && (
        <div className={styles.cooling}>
          <PoolMark
            pool="mcm"
            token="MCM"
            size={56}
            elapsed={state.kind === 'free' ? 1 : state.elapsed}
            done={state.kind === 'free'}
          />
          <div>
            {state.kind === 'free' ? (
              <>
                <p className={styles.free}>{texts.cooling.free}</p>
                <p className={styles.quiet}>{texts.cooling.freeText}</p>
              </>
            ) : (
              <>
                <p className={styles.quiet}>{texts.cooling.wait}</p>
                <p className={styles.clock} role="timer">
                  {clock(countdown(state.left))}
                </p>
                <p className={styles.quiet}>{minuteText(state.until)}</p>
              </>
            )}
          </div>
        </div>
      )}
      <FactList
        facts={[
          { label: texts.facts.bond, value: texts.facts.bondIn(bond) },
          ...(state.kind === 'live'
            ? [{ label: texts.facts.leave, value: texts.facts.leaveWait(days) }]
            : []),
          {
            label: texts.facts.node,
            value: state.kind === 'live' ? texts.facts.nodeLive : texts.facts.nodeOff,
          },
          ...facts,
        ]}
      />
      <div className={styles.actions}>
        {state.kind === 'live' ? (
          <Button variant="secondary" wide className={styles.alone} disabled={wrongChain} onClick={onStart}>
            {texts.actions.start}
          </Button>
        ) : (
          <>
            <Button
              variant="secondary"
              wide
              busy={busy}
              disabled={wrongChain}
              onClick={() => void runTransaction(cancelUnbondingIntent(pass))}
            >
              {texts.actions.cancel}
            </Button>
            <Button
              variant={state.kind === 'free' ? 'primary' : 'secondary'}
              wide
              busy={busy}
              disabled={state.kind === 'cooling' || wrongChain}
              onClick={() => void runTransaction(unbondIntent(pass))}
            >
              {texts.actions.unbond(bond)}
            </Button>
          </>
        )}
        {actions}
      </div>
    </Card>
  )
}
