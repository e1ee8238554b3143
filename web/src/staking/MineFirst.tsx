import { useState, type ReactNode } from 'react'
import { useAppStore } from '../core/state/appStore.ts'
import { valueOf, type Reading } from '../core/state/reading.ts'
import { classNames } from '../design/classNames.ts'
import styles from './MineFirst.module.css'

export type MineFirstProps = {
  /** Whether the account holds anything here; loading without a wallet. */
  held: Reading<boolean>
  /** The account's holdings, with their buttons. */
  mine: ReactNode
  /** The form that stakes or deposits. */
  form: ReactNode
  /** The account's holdings in detail, below the form. */
  details?: ReactNode
  /** The parts below. */
  children?: ReactNode
}

/** The parts of a page in the order of a person's needs: the holdings, then the form. For an account without holdings the form comes first. */
export function MineFirst({ held, mine, form, details, children }: MineFirstProps) {
  const address = useAppStore((state) => state.address)
  const [used, setUsed] = useState(false)
  // The account that had no holdings when they were first read. For this account the form stays first: the first stake must neither move the
  // form nor take the focus away from its button.
  const [newcomer, setNewcomer] = useState<string | null>(null)
  if (address !== null && valueOf(held) === false && newcomer !== address) setNewcomer(address)
  // Holdings that cannot be read may exist. So the holdings are left out only if they are known to be empty.
  const owner = address !== null && valueOf(held) !== false
  // The account whose holdings were shown first. The order stays when the wallet locks itself, and when the same account is unlocked
  // again: text in the form must not be lost.
  const [owned, setOwned] = useState<string | null>(null)
  // If a remembered wallet answers while a person fills in the form, the form stays with its content.
  const first = address === null ? owned === null : newcomer === address || used
  // The form is drawn only once the order is final, because a change of the order would lose typed text.
  const settled = address === null || address === owned || held.status !== 'loading'
  const shownTo = first || !settled ? null : (address ?? owned)
  if (shownTo !== owned) setOwned(shownTo)
  // Another order is drawn as new elements, so that nothing on the screen moves while a person reads.
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
