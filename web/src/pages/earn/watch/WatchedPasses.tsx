import { watchTexts } from '../../../activity/watchTexts.ts'
import { refreshChain } from '../../../core/chain/refresh.ts'
import { valueOf } from '../../../core/state/reading.ts'
import { amountText } from '../../../design/Amount/amountText.ts'
import { Button } from '../../../design/Button/Button.tsx'
import { Card, Section } from '../../../design/Card/Card.tsx'
import { ErrorState } from '../../../design/ErrorState/ErrorState.tsx'
import { Skeleton } from '../../../design/Skeleton/Skeleton.tsx'
import { ownText } from '../../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../../i18n/useTexts.ts'
import { PassFace } from '../../../passes/PassFace.tsx'
import { passState } from '../../../passes/passModel.ts'
import { passTexts } from '../../../passes/texts.ts'
import { usePassReadings } from '../../../passes/usePassReadings.ts'
import { minuteText } from '../../../staking/format.ts'
import { useChainNow } from '../../../staking/useChainNow.ts'
import styles from './WatchView.module.css'

const SELDOM = 30_000

/** The account's node passes, each with the state of its bond. */
export function WatchedPasses() {
  const texts = useTexts(watchTexts)
  const pass = useTexts(passTexts)
  const now = useChainNow(SELDOM)
  const reading = usePassReadings()
  return (
    <Section title={texts.passes.title}>
      <Card padding={(valueOf(reading)?.[0].length ?? 0) > 0 ? 'regular' : 'rows'}>{content()}</Card>
    </Section>
  )

  function content() {
    if (reading.status === 'failed')
      return (
        <ErrorState
          title={texts.passes.failed}
          action={
            <Button variant="secondary" size="small" icon="refresh" onClick={() => void refreshChain()}>
              {texts.retry}
            </Button>
          }
        />
      )
    if (reading.status === 'loading' || now === null) return <Skeleton shape="block" height="120px" />
    const [passes, { bond, coolDown }] = reading.value
    if (passes.length === 0) return <p className={styles.quiet}>{texts.passes.none}</p>
    return (
      <ul className={styles.list}>
        {passes.map((one) => {
          const state = passState(one, coolDown, now)
          const until = state.kind === 'cooling' ? ` · ${minuteText(state.until)}` : ''
          return (
            <li key={String(one.id)}>
              <PassFace
                id={one.id}
                name={one.name}
                live={state.kind === 'live'}
                foot={`${pass.face(ownText(amountText(bond, 18, 0)), pass.state[state.kind])}${until}`}
              />
            </li>
          )
        })}
      </ul>
    )
  }
}
