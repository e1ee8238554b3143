import { valueOf } from '../../core/state/reading.ts'
import { navigate } from '../../core/state/effects.ts'
import { said } from '../../design/Amount/said.tsx'
import { Card } from '../../design/Card/Card.tsx'
import { Icon } from '../../design/Icon/Icon.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { PositionRow } from '../../design/PositionRow/PositionRow.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { dateText } from '../../staking/format.ts'
import { datesRoute } from './datesRoute.ts'
import { LAST_DATE, nextDue, type Due } from './model.ts'
import { datesTexts } from './texts.ts'
import { useDates } from './useDates.ts'
import { dueWords } from './words.ts'
import styles from './dates.module.css'

/** One line of a page: the next date, and a link to all dates. The line has the same height before anything is read. */
export default function DueLine({ of }: { of?: string }) {
  const { link } = useTexts(datesTexts)
  return (
    <SectionBoundary name={link}>
      <Line of={of} />
    </SectionBoundary>
  )
}

function Line({ of }: { of: string | undefined }) {
  const texts = useTexts(datesTexts)
  const { reading, tokens } = useDates()
  const known = valueOf(reading)
  const due = known && nextDue(known.dates, known.now)
  const detail =
    reading.status === 'failed'
      ? texts.failed
      : known === undefined
        ? texts.loading
        : due === undefined
          ? known.served
            ? texts.quiet
            : texts.noServer
          : due.kind === 'change' && due.comparison === 'other'
            ? texts.other
            : lineOf(due)
  /** A date after the last date of calendars is left out. */
  function lineOf(one: Due): string {
    const words = dueWords(texts, one, tokens)[one.kind === 'change' ? 1 : 0]
    return one.at <= LAST_DATE ? `${dateText(one.at)} · ${words}` : words
  }
  return (
    <Card padding="rows">
      <ul>
        <PositionRow
          mark={<Icon name="receipt" />}
          title={texts.link}
          detail={<span className={styles.next}>{said(detail)}</span>}
          onOpen={() => navigate(datesRoute(of))}
        />
      </ul>
    </Card>
  )
}
