import type { ReactNode } from 'react'
import { poolColour } from '../PoolMark/poolColour.ts'
import styles from './BudgetBar.module.css'

export type BudgetBarProps = {
  pool: string
  label: string
  /** The remaining time of the budget, in words. */
  value: ReactNode
  /** The remaining part of its time, 0 to 1; null while unknown or without a budget. */
  left: number | null
}

/** A reward budget: the time for which the funds last. */
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
