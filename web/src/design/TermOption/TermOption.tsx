import type { ReactNode } from 'react'
import { poolColour } from '../PoolMark/poolColour.ts'
import styles from './TermOption.module.css'

export type TermOptionProps = {
  /** The radio group's name, the same for all its options. */
  group: string
  checked: boolean
  onChoose: () => void
  /** The term: "180 days". */
  title: string
  /** Below it: the multiplier. */
  multiplier: string
  /** The multiplier's ratio to the largest multiplier, 0 to 1, drawn as a bar. */
  fraction: number
  pool: string
  /** Below the bar: the highest cost of an early exit. */
  cost: string
  /** At the right: the term's reward. */
  gain: ReactNode
  /** Below the reward: the end of the lock. */
  until: ReactNode
}

/** One of several terms to choose from. A native radio button underneath: arrows move, Tab leaves. */
export function TermOption({
  group,
  checked,
  onChoose,
  title,
  multiplier,
  fraction,
  pool,
  cost,
  gain,
  until,
}: TermOptionProps) {
  return (
    <label className={styles.option}>
      <input type="radio" name={group} checked={checked} onChange={onChoose} />
      <span className={styles.face}>
        <i className={styles.dot} aria-hidden="true" />
        <span className={styles.term}>
          <b>{title}</b>
          <span className={styles.quiet}>{multiplier}</span>
        </span>
        <span className={styles.middle}>
          <svg className={styles.bar} style={poolColour(pool)} viewBox="0 0 84 6" aria-hidden="true">
            <rect className={styles.track} width="84" height="6" rx="3" />
            <rect width={Math.max(6, 84 * Math.min(fraction, 1))} height="6" rx="3" fill="currentColor" />
          </svg>
          <span className={styles.quiet}>{cost}</span>
        </span>
        <span className={styles.right}>
          <b>{gain}</b>
          <span className={styles.quiet}>{until}</span>
        </span>
      </span>
    </label>
  )
}
