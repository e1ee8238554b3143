import { budgetEnd, ratePerDay } from '@galx/protocol/formulas'
import { accountInPool, poolState } from '../../core/chain/reads.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { mapReading, valueOf, type Reading } from '../../core/state/reading.ts'
import { Amount, ReadingAmount } from '../../design/Amount/Amount.tsx'
import { ButtonLink } from '../../design/Button/ButtonLink.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { EmptyState } from '../../design/EmptyState/EmptyState.tsx'
import { FactList, type Fact } from '../../design/FactList/FactList.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { dateText, percentText, rateText } from '../../staking/format.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import { mcmTexts } from './texts.ts'
import styles from './mcm.module.css'

const MINUTE = 60_000

/** The account's hash power in the pool, its share, and its present reward per day: from the chain. */
export function NowSection() {
  const texts = useTexts(mcmTexts)
  const { now: words } = texts
  const connected = useAppStore((state) => state.address !== null)
  const poolReading = useChainRead(poolState('mcm'))
  const accountReading = useChainRead(accountInPool('mcm'))
  const now = useChainNow(MINUTE)
  const pool = valueOf(poolReading)
  const account = valueOf(accountReading)
  const waitingFor = (...readings: readonly Reading<unknown>[]) =>
    readings.some(({ status }) => status === 'failed') ? texts.unknown : <Skeleton inline width="7em" />

  const end = pool === undefined || now === null ? undefined : budgetEnd(pool, now)
  const facts: Fact[] = [
    {
      label: words.total,
      value:
        pool === undefined ? waitingFor(poolReading) : <Amount value={pool.totalWeight} most={2} shared />,
    },
    {
      label: words.budget,
      value:
        end === undefined
          ? waitingFor(poolReading)
          : end === null
            ? words.budgetNone
            : words.budgetTo(dateText(end)),
    },
  ]
  if (connected) {
    const perDay =
      pool === undefined || account === undefined || now === null
        ? undefined
        : (ratePerDay(pool, account.weight, now) ?? 0n)
    facts.unshift(
      {
        label: words.share,
        value:
          pool === undefined || account === undefined
            ? waitingFor(poolReading, accountReading)
            : ownText(percentText(account.weight, pool.totalWeight) ?? texts.unknown),
      },
      {
        label: words.perDay,
        value:
          perDay === undefined || end === undefined
            ? waitingFor(poolReading, accountReading)
            : end === null
              ? words.ended
              : words.perDayValue(ownText(rateText(perDay))),
      },
    )
  }

  return (
    <Section title={words.title}>
      <Card className={styles.stack}>
        {connected && account?.weight === 0n ? (
          <EmptyState icon="power" title={words.none} text={words.noneText} />
        ) : (
          connected && (
            <div>
              <p className={styles.quiet}>{words.mine}</p>
              <p className={styles.figure}>
                <ReadingAmount
                  reading={mapReading(accountReading, ({ weight }) => weight)}
                  size="figure"
                  most={2}
                />
              </p>
            </div>
          )
        )}
        <FactList facts={facts} />
        <ButtonLink to="/mcm" wide>
          {words.go}
        </ButtonLink>
      </Card>
    </Section>
  )
}
