import type { TimelockOperation } from '@galx/protocol/http/timelock'
import type { WebConfig } from '@galx/protocol/webConfig'
import { groupThousands } from '@galx/protocol/units'
import { announcedTexts } from '../../activity/announced/texts.ts'
import type { Comparison } from '../../core/chain/useAnnounced.ts'
import type { Announcements } from '../../core/chain/useAnnouncements.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { Icon } from '../../design/Icon/Icon.tsx'
import { RelativeTime } from '../../design/RelativeTime/RelativeTime.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { classNames } from '../../design/classNames.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { minuteText } from '../../staking/format.ts'
import type * as Announced from '../../core/chain/announced.ts'
import { operationWords } from './operationWords.ts'
import { safeTexts } from './texts.ts'
import styles from './SafePage.module.css'

/** Unix seconds: the end of the year 9999. */
const LAST_DATE = 253_402_300_799

/** Every announced change with its date and text, each compared with the timelock itself. */
export function AnnouncedList({
  announcements: { list, served, announced },
}: {
  announcements: Announcements
}) {
  const texts = useTexts(safeTexts).timelock
  const { mark } = useTexts(announcedTexts)
  const config = useConfig()
  const data = served.status === 'fresh' ? served.value : undefined
  if (list.length === 0) {
    if (data === undefined) return null
    const { asOf } = data
    return <b>{asOf === null ? texts.notIndexed : texts.none(groupThousands(String(asOf.block)))}</b>
  }
  return (
    <>
      <ol className={styles.list} aria-label={texts.list}>
        {list.map((operation) => (
          <li key={operation.id} className={styles.operation}>
            <span className={styles.note}>
              <ReadyAt readyAt={operation.readyAt} />
            </span>
            {announced === null || config === null ? (
              <Skeleton inline width="16em" />
            ) : (
              <Words operation={operation} announced={announced} config={config} />
            )}
            <Compared comparison={operation.comparison} />
            {operation.unlisted && <span className={classNames(styles.note, styles.isBad)}>{mark}</span>}
          </li>
        ))}
      </ol>
      {data?.more === true && <p className={styles.note}>{texts.more}</p>}
    </>
  )
}

/** The contract accepts any delay, even beyond the last date of a calendar. */
function ReadyAt({ readyAt }: { readyAt: string }) {
  const texts = useTexts(safeTexts).timelock
  const at = Number(readyAt)
  if (at > LAST_DATE) return texts.never
  return (
    <>
      {texts.from(minuteText(at))} · <RelativeTime at={at} />
    </>
  )
}

function Words({
  operation: { calls },
  announced,
  config,
}: {
  operation: TimelockOperation
  announced: typeof Announced
  config: WebConfig
}) {
  const texts = useTexts(safeTexts)
  if (calls === null) return <b>{texts.timelock.long}</b>
  return (
    <ul>
      {calls.map((call, index) => {
        const parts = announced.partsOf(config, call)
        return (
          <li key={index}>
            <b>{operationWords(texts, parts, config)}</b>
            <code className={styles.call}>
              {parts.called === null
                ? `${parts.target} ${parts.data}`
                : `${parts.target}.${parts.called.name}`}
            </code>
          </li>
        )
      })}
    </ul>
  )
}

function Compared({ comparison }: { comparison: Comparison }) {
  const texts = useTexts(safeTexts).timelock.compared
  return (
    <span
      className={classNames(
        styles.note,
        styles.compared,
        comparison === 'same' && styles.isGood,
        comparison === 'other' && styles.isBad,
      )}
    >
      {comparison === 'same' && <Icon name="check" size={16} />}
      {texts[comparison]}
    </span>
  )
}
