import { LogsNote } from '../../activity/announced/LogsNote.tsx'
import { useAnnouncements } from '../../core/chain/useAnnouncements.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { valueOf, type Reading } from '../../core/state/reading.ts'
import { AddressTag } from '../../design/AddressTag/AddressTag.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { CopyField } from '../../design/CopyField/CopyField.tsx'
import { FactList } from '../../design/FactList/FactList.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { termLength } from '../../staking/format.ts'
import { AnnouncedList } from './AnnouncedList.tsx'
import type { Safety } from './readings.ts'
import { safeTexts } from './texts.ts'
import styles from './SafePage.module.css'

/** The timelock's delay and its announced changes: from the servers and the logs, compared with the contract. */
export function TimelockSection({ reading }: { reading: Reading<Safety> }) {
  const { timelock: texts, contracts, retry } = useTexts(safeTexts)
  const config = useConfig()
  const announcements = useAnnouncements()
  const { list, served, reload } = announcements
  const data = valueOf(served)
  const delay = valueOf(reading)?.minDelay ?? null

  function waiting() {
    if (reading.status === 'loading') return <Skeleton inline width="5em" />
    if (delay === null) return texts.unread
    const { count, unit } = termLength(delay)
    return texts.duration(String(count), unit)
  }

  return (
    <Section title={texts.title}>
      <Card>
        <div className={styles.queue}>
          <FactList
            facts={[
              {
                label: contracts.names.Timelock,
                value:
                  config === null ? (
                    <Skeleton inline width="12em" />
                  ) : (
                    <AddressTag address={config.contracts.Timelock} explorerUrl={config.explorerUrl} />
                  ),
              },
              { label: texts.delay, value: waiting() },
            ]}
          />
          {data === undefined && served.status === 'loading' ? (
            <Skeleton inline width="14em" />
          ) : (
            <>
              {served.status !== 'fresh' && (
                <>
                  <b>{texts.unlisted}</b>
                  <Button variant="secondary" size="small" icon="refresh" onClick={reload}>
                    {retry}
                  </Button>
                </>
              )}
              <AnnouncedList announcements={announcements} />
              <LogsNote list={list} hasSiteList={served.status === 'fresh'} />
            </>
          )}
          <p className={styles.note}>{texts.source}</p>
          <CopyField
            label={texts.command}
            value={`npm run operator -- verify --rpc ${config?.rpcUrl ?? 'URL'} --deployment FILE`}
          />
          <p className={styles.note}>{texts.leave}</p>
        </div>
      </Card>
    </Section>
  )
}
