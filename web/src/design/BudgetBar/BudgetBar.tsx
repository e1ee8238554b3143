import type { ReactNode } from 'react'
import { poolColour } from '../PoolMark/poolColour.ts'
import styles from './BudgetBar.module.css'

export type BudgetBarProps = {
  pool: string
  label: string
  /** How long the budget lasts, in words. */
  value: ReactNode
  /** What is left of its time, 0 to 1; null while that is not known or there is none. */
  left: number | null
}

/** A reward budget: how long what is funded lasts. */
export function BudgetBar({ pool, label, value, left }: BudgetBarProps) {
  return (
    <div className={styles.budget}>
      <div className={styles.words}>
        <span>{label}</span>
        <b>{value}</b>
      </div>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" style={poolColour(pool)} aria-hidden="true">
        {left !== null && (
          <rect width={Math.min(Math.max(left, 0), 1) * 100} height="8" fill="currentColor" />
        )}
      </svg>
    </div>
  )
}
