import type { ReactNode } from 'react'
import styles from './StatPair.module.css'

export type Stat = {
  label: string
  value: ReactNode
  /** Below the figure, quieter. */
  note?: ReactNode | undefined
}

/** Two figures side by side, each with its name and a note. */
export function StatPair({ stats }: { stats: readonly [Stat, Stat] }) {
  return (
    <dl className={styles.pair}>
      {stats.map(({ label, value, note }) => (
        <div key={label} className={styles.stat}>
          <dt>{label}</dt>
          <dd className={styles.value}>{value}</dd>
          {/* The line is kept for it: a note that appears moves nothing. */}
          <dd className={styles.note}>{note ?? ' '}</dd>
        </div>
      ))}
    </dl>
  )
}
