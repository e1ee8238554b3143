import { spoken } from '../design/Amount/said.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { stakingTexts } from './texts.ts'
import styles from './Change.module.css'

/** "0.17% → 0.24%", with a word instead of the arrow for screen readers. */
export function Change({ from, to }: { from: string; to: string }) {
  const texts = useTexts(stakingTexts).stake
  return (
    <>
      <span className="visually-hidden">{spoken(`${from} ${texts.becomes} ${to}`)}</span>
      <span aria-hidden="true">
        <span className={styles.from}>{from}</span> → <b>{to}</b>
      </span>
    </>
  )
}
