import type { ActivityTotalsData, TotalKind } from '@galx/protocol/http/activity'
import { getActivityTotals } from '../../core/api/activityTotals.ts'
import { useServerRead } from '../../core/api/useServerRead.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { useJustConfirmed } from '../../core/transactions/useHasPassed.ts'
import { Amount } from '../../design/Amount/Amount.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { RelativeTime } from '../../design/RelativeTime/RelativeTime.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { TokenBadge } from '../../design/TokenBadge/TokenBadge.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { earnTexts } from './texts.ts'
import styles from './TotalsSection.module.css'

/** Sums of the account's history, by kind and token, from the servers. Shown once the account has signed in. */
export function TotalsSection() {
  const address = useAppStore((state) => state.address)
  const token = useAppStore((state) => state.userToken)
  // Until the account has signed in, the page's history section says how to.
  if (address === null || token === null) return null
  return <Totals key={address} account={address} read={getActivityTotals} />
}

/** Milliseconds between two readings: a long history takes the servers a while. */
const REFRESH = 60_000
/** Milliseconds within which the sums should include a new transaction, and milliseconds between two readings in that time. */
const EXPECTED = 30_000
const REFRESH_WHILE_EXPECTED = 5_000

/** The totals of any account. */
export function Totals({ account, read }: { account: string; read: () => Promise<ActivityTotalsData> }) {
  const texts = useTexts(earnTexts).totals
  const expected = useJustConfirmed(account, EXPECTED)
  const every = expected ? REFRESH_WHILE_EXPECTED : REFRESH
  const { reading, reload } = useServerRead(`totals ${account}`, read, every)
  const known = valueOf(reading)
  return (
    <Section title={texts.title}>
      <Card className={styles.card}>
        {known === undefined ? (
          reading.status === 'failed' ? (
            <ErrorState
              title={texts.failed}
              text={texts.failedText}
              action={
                <Button variant="secondary" size="small" icon="refresh" onClick={reload}>
                  {texts.retry}
                </Button>
              }
            />
          ) : (
            <Skeleton shape="block" height="160px" />
          )
        ) : (
          <Sums {...known} />
        )}
      </Card>
    </Section>
  )
}

function Sums({ totals, since }: ActivityTotalsData) {
  const texts = useTexts(earnTexts).totals
  if (totals === null) return <p className={styles.note}>{texts.unread}</p>
  // In the order in which `texts.kinds` lists them.
  const kinds = (Object.keys(texts.kinds) as TotalKind[]).filter((kind) =>
    totals.some((total) => total.kind === kind),
  )
  if (kinds.length === 0) return <p className={styles.note}>{texts.empty}</p>
  return (
    <>
      <dl className={styles.kinds}>
        {kinds.map((kind) => (
          <div key={kind}>
            <dt>{texts.kinds[kind]}</dt>
            <dd>
              {totals
                .filter((total) => total.kind === kind)
                .map(({ token, amount }) => (
                  <span key={token} className={styles.amount}>
                    <TokenBadge symbol={token} withName />
                    <Amount value={BigInt(amount)} most={4} />
                  </span>
                ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        {texts.note}
        {since !== null && (
          <>
            {' '}
            {texts.since} <RelativeTime at={since} />
          </>
        )}
      </p>
    </>
  )
}
