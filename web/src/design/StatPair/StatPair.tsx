import type { ReactNode } from 'react'
import styles from './StatPair.module.css'

export type Stat = {
  label: string
  value: ReactNode
  /** Below the value, quieter. */
  note: ReactNode
}

/** Two figures of equal weight beside each other; one below the other where there is no room. */
export function StatPair({ stats }: { stats: readonly [Stat, Stat] }) {
  return (
    <dl className={styles.pair}>
      {stats.map(({ label, value, note }) => (
        <div key={label} className={styles.stat}>
          <dt>{label}</dt>
          <dd className={styles.value}>{value}</dd>
          <dd className={styles.note}>{note}</dd>
        </div>
      ))}
    </dl>
  )
}
