import type { ReactNode } from 'react'
import { said } from '../Amount/said.tsx'
import styles from './FactList.module.css'

export type Fact = {
  label: string
  value: ReactNode
}

/** Pairs of a name and its value, one pair on each line, as a description list. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.list}>
      {facts.map((fact) => (
        <div key={fact.label} className={styles.fact}>
          <dt>{fact.label}</dt>
          <dd>{said(fact.value)}</dd>
        </div>
      ))}
    </dl>
  )
}
