import { PROGRAM_TOKENS } from '@galx/protocol/programTokens'
import { watchTexts } from '../../../activity/watchTexts.ts'
import { drawnBonuses } from '../../../bonuses/bonusReads.ts'
import { HistoryPart } from '../../../bonuses/HistoryPart.tsx'
import { getBonuses } from '../../../core/api/bonusApi.ts'
import { useServerRead } from '../../../core/api/useServerRead.ts'
import { useChainRead } from '../../../core/chain/useChainRead.ts'
import { mapKnown, valueOf } from '../../../core/state/reading.ts'
import { Amount, ReadingAmount } from '../../../design/Amount/Amount.tsx'
import { Button } from '../../../design/Button/Button.tsx'
import { Card, Section } from '../../../design/Card/Card.tsx'
import { ErrorState } from '../../../design/ErrorState/ErrorState.tsx'
import { FactList } from '../../../design/FactList/FactList.tsx'
import { Skeleton } from '../../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import { programName } from '../../../staking/names.ts'
import styles from './WatchView.module.css'

const SELDOM = 30_000

/** The amounts that each program granted the account and the account drew, epoch by epoch, with the check of each epoch. */
export function WatchedBonuses({ account }: { account: string }) {
  const all = useTexts(watchTexts)
  const texts = all.bonuses
  const { reading, reload } = useServerRead(`bonuses ${account}`, () => getBonuses(account), SELDOM)
  const drawn = useChainRead(drawnBonuses, { every: SELDOM })
  const known = valueOf(reading)
  const granted = known?.programs.filter(({ cumulative }) => (cumulative ?? '0') !== '0') ?? []
  return (
    <Section title={texts.title}>
      <Card padding={granted.length > 0 ? 'regular' : 'rows'}>
        {known === undefined ? (
          reading.status === 'failed' ? (
            <ErrorState
              title={texts.failed}
              text={texts.failedText}
              action={
                <Button variant="secondary" size="small" icon="refresh" onClick={reload}>
                  {all.retry}
                </Button>
              }
            />
          ) : (
            <Skeleton shape="block" height="120px" />
          )
        ) : granted.length === 0 ? (
          <p className={styles.quiet}>{texts.none}</p>
        ) : (
          granted.map(({ program, cumulative }) => (
            <div key={program} className={styles.program}>
              <h3>{programName(program)}</h3>
              <FactList
                facts={[
                  {
                    label: texts.granted,
                    value: <Amount value={BigInt(cumulative ?? '0')} token={PROGRAM_TOKENS[program]} />,
                  },
                  {
                    label: texts.drawn,
                    value: (
                      <ReadingAmount
                        reading={mapKnown(drawn, (bonuses) => bonuses.drawn[program] ?? null)}
                        token={PROGRAM_TOKENS[program]}
                      />
                    ),
                  },
                ]}
              />
              <HistoryPart program={program} />
            </div>
          ))
        )}
      </Card>
    </Section>
  )
}
