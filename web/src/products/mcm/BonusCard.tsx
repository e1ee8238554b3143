import { useChainRead } from '../../core/chain/useChainRead.ts'
import { refreshChain } from '../../core/chain/refresh.ts'
import { valueOf } from '../../core/state/reading.ts'
import { Amount } from '../../design/Amount/Amount.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { Card } from '../../design/Card/Card.tsx'
import { FactList } from '../../design/FactList/FactList.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { minuteText } from '../../staking/format.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import type { BonusProgram } from './bonusModel.ts'
import { bonusProgram } from './bonusReads.ts'
import { mcmTexts } from './texts.ts'
import styles from './mcm.module.css'

const SELDOM = 30_000
const DAY = 86_400

/** A bonus program as the chain has it: its rule, when it starts, its budget, and whether results are published yet. */
export function BonusCard({ program }: { program: 'mcm' | 'node' }) {
  const all = useTexts(mcmTexts)
  const texts = all.bonus
  const reading = useChainRead(bonusProgram(program), { every: SELDOM })
  const now = useChainNow(SELDOM)
  const known = valueOf(reading)
  const shown = (value: (known: BonusProgram) => React.ReactNode) =>
    known !== undefined ? (
      value(known)
    ) : reading.status === 'failed' ? (
      all.unknown
    ) : (
      <Skeleton inline width="7em" />
    )

  return (
    <Card className={styles.stack}>
      <div>
        <h3 className={styles.title}>{texts[program]}</h3>
        <p className={styles.quiet}>{texts[`${program}Text`]}</p>
      </div>
      <FactList
        facts={[
          { label: texts.start, value: shown(({ start }) => minuteText(start)) },
          { label: texts.epoch, value: shown(({ epochDuration }) => epochText(epochDuration)) },
          {
            label: texts.budget,
            value: shown(({ budgetPerEpoch }) => <Amount value={budgetPerEpoch} token="GALX" />),
          },
          { label: texts.vested, value: shown(({ vested }) => <Amount value={vested} token="GALX" />) },
          { label: texts.paid, value: shown(({ paid }) => <Amount value={paid} token="GALX" />) },
        ]}
      />
      <p className={styles.quiet}>{known === undefined ? failedOrEmpty() : standing(known)}</p>
    </Card>
  )

  function epochText(seconds: number): string {
    return seconds % DAY === 0
      ? texts.epochs.day(String(seconds / DAY))
      : texts.epochs.second(String(seconds))
  }

  function standing({ start, published }: BonusProgram): string {
    if (now !== null && start > now) return texts.later(minuteText(start))
    return published === 0n ? texts.none : texts.published(String(published))
  }

  function failedOrEmpty() {
    if (reading.status !== 'failed') return ' '
    return (
      <>
        {texts.failed}{' '}
        <Button variant="quiet" size="small" onClick={() => void refreshChain()}>
          {all.members.retry}
        </Button>
      </>
    )
  }
}
