import { refreshChain } from '../../core/chain/refresh.ts'
import { valueOf } from '../../core/state/reading.ts'
import { said } from '../../design/Amount/said.tsx'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { ButtonLink } from '../../design/Button/ButtonLink.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { RelativeTime } from '../../design/RelativeTime/RelativeTime.tsx'
import { saveFile } from '../../design/saveFile.ts'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { minuteText } from '../../staking/format.ts'
import { LogsNote } from '../announced/LogsNote.tsx'
import { announcedTexts } from '../announced/texts.ts'
import { calendarFile } from './calendar.ts'
import { calendarDates, LAST_DATE } from './model.ts'
import { datesTexts } from './texts.ts'
import { useDates, type Dates } from './useDates.ts'
import { dueWords, openAmount } from './words.ts'
import styles from './dates.module.css'

/** The name of the saved file. */
const FILE = 'galx-dates.ics'

/** All dates of the shown account, and the effects of announced changes on the account. */
export function DatesList() {
  const texts = useTexts(datesTexts)
  const announced = useTexts(announcedTexts)
  const { reading, tokens } = useDates()
  const known = valueOf(reading)
  return (
    <Section title={texts.list} action={known && <Calendar {...known} tokens={tokens} />}>
      <Card>{content()}</Card>
    </Section>
  )

  function content() {
    if (reading.status === 'failed')
      return (
        <ErrorState
          title={texts.failed}
          action={
            <Button variant="secondary" size="small" icon="refresh" onClick={() => void refreshChain()}>
              {texts.retry}
            </Button>
          }
        />
      )
    if (known === undefined) return <Skeleton shape="block" height="240px" />
    return (
      <>
        {!known.served && <Banner kind="warning">{texts.noServer}</Banner>}
        <ol className={styles.dates}>
          {known.dates.map((due) => {
            const [title, text] = dueWords(texts, due, tokens)
            const doubts = { same: undefined, other: texts.other, unread: texts.unread }
            const change = due.kind === 'change' ? due : undefined
            const doubt = change && (change.unlisted ? announced.mark : doubts[change.comparison])
            return (
              <li key={due.id}>
                {due.at <= LAST_DATE && (
                  <p className={styles.when}>
                    {due.kind === 'change' ? texts.from(minuteText(due.at)) : minuteText(due.at)} ·{' '}
                    <RelativeTime at={due.at} now={known.now} />
                  </p>
                )}
                <h3>{said(title)}</h3>
                {doubt !== undefined && <p className={styles.doubt}>{doubt}</p>}
                {(due.kind !== 'change' || due.comparison !== 'other') && <p>{said(text)}</p>}
              </li>
            )
          })}
        </ol>
        <div className={styles.source}>
          <LogsNote
            list={known.announcements.list}
            hasSiteList={known.announcements.served.status === 'fresh'}
          />
        </div>
        <ButtonLink to="/safe" variant="quiet" size="small">
          {texts.safe}
        </ButtonLink>
      </>
    )
  }
}

function Calendar({ dates, now, tokens }: Dates & { tokens: Parameters<typeof dueWords>[2] }) {
  const texts = useTexts(datesTexts)
  function save() {
    const events = calendarDates(dates, now).map((due) => {
      const [title, text] = dueWords(texts, due, tokens, openAmount)
      return { id: due.id, at: due.at, title: `GALX · ${title}`, text }
    })
    const file = calendarFile(events, Math.floor(now), window.location.host)
    saveFile(new Blob([file], { type: 'text/calendar' }), FILE)
  }
  return (
    <Button variant="quiet" size="small" onClick={save}>
      {texts.calendar}
    </Button>
  )
}
