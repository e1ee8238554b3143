import type { TimelockData, TimelockOperation } from '@galx/protocol/http/timelock'
import type { WebConfig } from '@galx/protocol/webConfig'
import { groupThousands } from '@galx/protocol/units'
import { useEffect, useMemo, useState } from 'react'
import type { ChainRead } from '../../core/chain/chainRead.ts'
import { useChainRead, useConnection } from '../../core/chain/useChainRead.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { justRead } from './model.ts'
import { Icon } from '../../design/Icon/Icon.tsx'
import { RelativeTime } from '../../design/RelativeTime/RelativeTime.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { classNames } from '../../design/classNames.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { minuteText } from '../../staking/format.ts'
import type * as Announced from './announced.ts'
import { operationWords } from './operationWords.ts'
import { safeTexts } from './texts.ts'
import styles from './SafePage.module.css'

/** Milliseconds between two readings of the timelock's dates. */
const SELDOM = 15_000
/** Unix seconds: the end of the year 9999. */
const LAST_DATE = 253_402_300_799

/** The comparison of an announcement with the chain: `same`: equal; `other`: different; `unread`: not compared. */
type Comparison = 'same' | 'other' | 'unread'

/** Every announced change with its date and text, each compared with the timelock itself. */
export function AnnouncedList({ data: { list, more, asOf } }: { data: TimelockData }) {
  const texts = useTexts(safeTexts).timelock
  const config = useConfig()
  const announced = useAnnounced(list.length > 0)
  const times = useTimes(list)
  const block = asOf === null ? null : groupThousands(String(asOf.block))
  if (list.length === 0) return <b>{block === null ? texts.notIndexed : texts.none(block)}</b>
  return (
    <>
      <ol className={styles.list} aria-label={texts.list}>
        {list.map((operation) => {
          const known = times?.get(operation.id)
          // Executed or cancelled since the servers read it.
          if (known !== undefined && known <= 1n) return null
          return (
            <li key={operation.id} className={styles.operation}>
              <span className={styles.note}>
                <ReadyAt readyAt={operation.readyAt} />
              </span>
              {announced === null || config === null ? (
                <Skeleton inline width="16em" />
              ) : (
                <Words operation={operation} announced={announced} config={config} />
              )}
              <Compared comparison={compare(operation, known, announced)} />
            </li>
          )
        })}
      </ol>
      {more && <p className={styles.note}>{texts.more}</p>}
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

function compare(
  operation: TimelockOperation,
  known: bigint | undefined,
  announced: typeof Announced | null,
): Comparison {
  if (known === undefined || announced === null || operation.calls === null) return 'unread'
  return announced.isIdentified(operation) && known === BigInt(operation.readyAt) ? 'same' : 'other'
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

/** The code that decodes announcements; null until it has loaded. */
function useAnnounced(wanted: boolean): typeof Announced | null {
  const [code, setCode] = useState<typeof Announced | null>(null)
  useEffect(() => {
    if (wanted && code === null) void import('./announced.ts').then(setCode, () => {})
  }, [wanted, code])
  return code
}

/** The timelock's dates; undefined while they are not freshly read. */
function useTimes(list: readonly TimelockOperation[]): ReadonlyMap<string, bigint> | null {
  const ids = list.map(({ id }) => id).join()
  const times = useMemo<ChainRead<ReadonlyMap<string, bigint>>>(
    () => ({
      key: `pool/timelock ${ids}`,
      ofAccount: false,
      load: async () => (await import('./announced.ts')).createTimesReader(ids === '' ? [] : ids.split(',')),
    }),
    [ids],
  )
  const reading = useChainRead(times, { every: SELDOM })
  const down = useConnection() === 'down'
  return down ? null : justRead(reading)
}
