import type { ReactNode } from 'react'
import { said } from '../Amount/said.tsx'
import styles from './StatPair.module.css'

export type Stat = {
  label: string
  /** The figure's token, beside its name, so that a long figure has its own line. */
  unit?: string | undefined
  value: ReactNode
  /** Below the figure, quieter. */
  note?: ReactNode | undefined
}

/** Two figures side by side, each with its name and a note. */
export function StatPair({ stats }: { stats: readonly [Stat, Stat] }) {
  return (
    <dl className={styles.pair}>
      {stats.map(({ label, unit, value, note }) => (
        <div key={label} className={styles.stat}>
          <dt>
            {label}
            {unit !== undefined && <span>{unit}</span>}
          </dt>
          <dd className={styles.value}>{value}</dd>
          {/* The line is always reserved, so that a note that appears moves nothing. */}
          <dd className={styles.note}>{said(note ?? ' ')}</dd>
        </div>
      ))}
    </dl>
  )
}
