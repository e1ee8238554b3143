import { classNames } from '../classNames.ts'
import tokenStyles from '../TokenBadge/TokenBadge.module.css'
import styles from './ProgressRing.module.css'

export interface ProgressRingProps {
  /** How much has passed, 0 to 1. 1 draws the whole ring. A share of time, never of money. */
  fraction: number
  /** The token whose colour the ring takes. */
  token?: string | undefined
  /** Pixels; 38 unless told. */
  size?: number | undefined
  /** What the ring says. Left out, it is decoration (the text beside it says the same). */
  label?: string | undefined
}

const circumference = 2 * Math.PI * 16

/** A ring that fills clockwise, for locks and terms. */
export function ProgressRing({ fraction, token, size = 38, label }: ProgressRingProps) {
  const filled = Math.min(Math.max(fraction, 0), 1) * circumference
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 38 38"
      className={classNames(token === undefined ? styles.ring : tokenStyles[token.toLowerCase()])}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <circle cx="19" cy="19" r="16" className={styles.track} />
      <circle
        cx="19"
        cy="19"
        r="16"
        className={styles.filled}
        strokeDasharray={`${filled} ${circumference}`}
        transform="rotate(-90 19 19)"
      />
    </svg>
  )
}
