import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { Icon } from '../Icon/Icon.tsx'
import styles from '../EmptyState/EmptyState.module.css'

export type ErrorStateProps = {
  /** The failed action. */
  title: string
  /** The reason, and the parts that still work. */
  text?: ReactNode | undefined
  /** The next action: usually a Button that tries again. */
  action?: ReactNode | undefined
}

/** Shown in place of content that failed: the failure and the next action. */
export function ErrorState({ title, text, action }: ErrorStateProps) {
  return (
    <div className={styles.state} role="alert">
      <span className={classNames(styles.icon, styles.bad)}>
        <Icon name="warning" size={24} />
      </span>
      <p className={styles.title}>{title}</p>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  )
}
