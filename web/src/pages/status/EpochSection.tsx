import { groupThousands } from '@galx/protocol/units'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { valueOf } from '../../core/state/reading.ts'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { classNames } from '../../design/classNames.ts'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { countdown, minuteText } from '../../staking/format.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import { epochAt } from './model.ts'
import { vouchers } from './reads.ts'
import { statusTexts } from './texts.ts'
import type { StatusReadings } from './useStatus.ts'
import styles from './StatusPage.module.css'

const DAY = 86_400
const RADIUS = 30
const LENGTH = 2 * Math.PI * RADIUS

/** The running epoch of the bonus programs, by the chain's clock, and the last epoch with signed bonuses. */
export function EpochSection({ status }: { status: StatusReadings['status'] }) {
  const bonuses = valueOf(status)?.bonuses
  const texts = useTexts(statusTexts).epoch
  const reading = useChainRead(vouchers, { every: 15_000 })
  const now = useChainNow(1_000)
  const duration = valueOf(reading)?.epochDuration
  const epoch = duration === undefined || now === null ? null : epochAt(duration, now)
  const days = duration === undefined ? 0 : duration / DAY
  return (
    <Section title={texts.title}>
      <Card>
        {reading.status === 'failed' ? (
          <p className={styles.note}>{texts.failed}</p>
        ) : (
          <div className={styles.epoch}>
            <svg width="72" height="72" viewBox="0 0 72 72" className={styles.ring} aria-hidden="true">
              <circle cx="36" cy="36" r={RADIUS} />
              <circle
                cx="36"
                cy="36"
                r={RADIUS}
                className={styles.passed}
                strokeDasharray={`${(epoch?.elapsed ?? 0) * LENGTH} ${LENGTH}`}
                transform="rotate(-90 36 36)"
              />
            </svg>
            <div>
              <p className={styles.note}>
                {epoch === null ? (
                  <Skeleton inline width="9em" />
                ) : (
                  texts.running(groupThousands(String(epoch.number)))
                )}
              </p>
              <p className={styles.left}>
                {epoch === null || now === null ? (
                  <Skeleton inline width="6em" />
                ) : (
                  texts.countdown(countdown(epoch.endsAt - now))
                )}
              </p>
              <p className={classNames(styles.note, styles.ends)}>
                {epoch === null || duration === undefined ? (
                  <Skeleton inline width="12em" />
                ) : (
                  <>
                    {texts.ends(minuteText(epoch.endsAt))}
                    <br />
                    {texts.length(
                      Number.isInteger(days) ? texts.days(String(days)) : texts.seconds(String(duration)),
                    )}
                  </>
                )}
              </p>
            </div>
          </div>
        )}
        <p className={classNames(styles.note, styles.signed)}>
          {bonuses !== undefined
            ? bonuses.settled === null
              ? texts.unsigned
              : texts.signed(groupThousands(String(bonuses.settled.epoch)), minuteText(bonuses.settled.until))
            : status.status === 'failed'
              ? texts.signedUnread
              : ' '}
        </p>
        {bonuses?.late != null && (
          <Banner kind="warning" icon="clock">
            {texts.late(minuteText(bonuses.late.since))} {texts.lateReasons[bonuses.late.reason]}
          </Banner>
        )}
      </Card>
    </Section>
  )
}
