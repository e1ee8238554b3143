import { AROUND } from './look.ts'
import { FACT_NAMES, verdictOf, type Facts } from './model.ts'
import styles from './SafePage.module.css'

const PETAL = 'M90 74C66 62 62 26 90 8c28 18 24 54 0 66z'

/** A petal for each fact, and in the middle the number of facts that were just checked. */
export function Rosette({ facts, label }: { facts: Facts; label: string }) {
  return (
    <svg viewBox="0 0 180 180" className={styles.rosette} role="img" aria-label={label}>
      {FACT_NAMES.map((name, index) => (
        <g key={name} className={AROUND[facts[name]]} transform={`rotate(${index * 72} 90 90)`}>
          <path d={PETAL} />
          <text x="90" y="43" transform={`rotate(${-index * 72} 90 38)`}>
            {index + 1}
          </text>
        </g>
      ))}
      <circle cx="90" cy="90" r="21" />
      <text x="90" y="97" className={styles.count}>
        {verdictOf(facts).good}/5
      </text>
    </svg>
  )
}
