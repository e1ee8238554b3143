import { useState, type ReactNode } from 'react'
import { useAppStore } from '../core/state/appStore.ts'
import { valueOf, type Reading } from '../core/state/reading.ts'
import { classNames } from '../design/classNames.ts'
import styles from './MineFirst.module.css'

export type MineFirstProps = {
  /** Whether the account holds anything here; loading without a wallet. */
  held: Reading<boolean>
  /** What the account holds, with its buttons. */
  mine: ReactNode
  /** Where it stakes or deposits. */
  form: ReactNode
  /** What the account holds in detail, below the form. */
  details?: ReactNode
  /** What follows. */
  children?: ReactNode
}

/** The parts of a page in the order a person needs them: what is mine, then the form. Where nothing is held the form comes first. */
export function MineFirst({ held, mine, form, details, children }: MineFirstProps) {
  const address = useAppStore((state) => state.address)
  const [used, setUsed] = useState(false)
  // An account that had nothing when the page was read keeps the form where it is: the first stake must not move it, nor take
  // the keyboard's place away from its button.
  const [newcomer, setNewcomer] = useState<string | null>(null)
  if (address !== null && valueOf(held) === false && newcomer !== address) setNewcomer(address)
  // What cannot be read may exist: the part is left out only when it is known to be empty.
  const owner = address !== null && valueOf(held) !== false
  // The account that was shown what is its own first. A wallet that locks itself, and the same account once it is unlocked, keep
  // that order: what was typed into the form must not be lost.
  const [owned, setOwned] = useState<string | null>(null)
  // A person who already fills in the form keeps it, with its content, when a remembered wallet answers.
  const first = address === null ? owned === null : newcomer === address || used
  // Only once it is known that the form stays here: what somebody types into it must not be lost.
  const settled = address === null || address === owned || held.status !== 'loading'
  const shownTo = first || !settled ? null : (address ?? owned)
  if (shownTo !== owned) setOwned(shownTo)
  // Another order is drawn as new elements: nothing on the screen moves while somebody reads it.
  if (first) {
    return (
      <div key="first" className={classNames(styles.parts, styles.first)}>
        <div className={styles.form} onFocus={() => setUsed(true)} onInput={() => setUsed(true)}>
          {form}
        </div>
        {owner && (
          <div id="mine" className={styles.mine}>
            {mine}
          </div>
        )}
        {owner && details !== undefined && <div className={styles.details}>{details}</div>}
        {children}
      </div>
    )
  }
  return (
    <div key="mine" className={classNames(styles.parts, !owner && styles.first)}>
      {owner && (
        <div id="mine" className={styles.mine}>
          {mine}
        </div>
      )}
      {settled && (
        <>
          <div className={styles.form}>{form}</div>
          {owner && details !== undefined && <div className={styles.details}>{details}</div>}
          {children}
        </>
      )}
    </div>
  )
}
