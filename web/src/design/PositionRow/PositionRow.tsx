import type { ReactNode } from 'react'
import { said } from '../Amount/said.tsx'
import { Icon } from '../Icon/Icon.tsx'
import styles from './PositionRow.module.css'

export type PositionRowProps = {
  /** At the left: usually a PoolMark, a TokenBadge or an Avatar. */
  mark: ReactNode
  title: ReactNode
  /** Below the title, quieter. */
  detail?: ReactNode | undefined
  /** At the right, above. */
  amount?: ReactNode | undefined
  /** At the right, below: the earned reward. */
  gain?: ReactNode | undefined
  /** Makes the whole row a button, marked by a chevron. */
  onOpen?: (() => void) | undefined
}

/** One row of a list of positions, members or records. Use inside `<ul>` in a Card with padding="rows". */
export function PositionRow({ mark, title, detail, amount, gain, onOpen }: PositionRowProps) {
  const content = (
    <>
      <span className={styles.mark}>{mark}</span>
      <span className={styles.left}>
        <span className={styles.title}>{title}</span>
        {detail !== undefined && <span className={styles.detail}>{said(detail)}</span>}
      </span>
      <span className={styles.right}>
        {amount !== undefined && <span className={styles.title}>{said(amount)}</span>}
        {gain !== undefined && <span className={styles.detail}>{said(gain)}</span>}
      </span>
      {onOpen !== undefined && <Icon name="forward" size={16} className={styles.chevron} />}
    </>
  )
  return (
    <li className={styles.row}>
      {onOpen === undefined ? (
        <div className={styles.body}>{content}</div>
      ) : (
        <button type="button" className={styles.body} onClick={onOpen}>
          {content}
        </button>
      )}
    </li>
  )
}
