import { Fragment, type ReactNode } from 'react'
import { MARK } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { designTexts } from '../texts.ts'
import styles from './Amount.module.css'

/** The mark of a hidden amount, with a word for screen readers. */
export function Mark() {
  const texts = useTexts(designTexts)
  return (
    <>
      <span className={styles.hidden} aria-hidden="true">
        {MARK}
      </span>
      <span className="visually-hidden">{texts.hiddenAmount}</span>
    </>
  )
}

/** A text that may have marks, ready to be shown. Buttons, facts and rows call this function themselves. */
export function said(text: ReactNode): ReactNode {
  if (typeof text !== 'string' || !text.includes(MARK)) return text
  // One element around the text, so that the parts of the text stay together in a row of elements.
  return (
    <span>
      {text.split(MARK).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <Mark />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}

/** As `said`, for a label that only screen readers read. */
export function spoken(text: string): string {
  return text.split(MARK).join(designTexts.current().hiddenAmount)
}
