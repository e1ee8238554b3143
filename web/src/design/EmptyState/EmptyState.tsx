import type { ReactNode } from 'react'
import { Icon, type IconName } from '../Icon/Icon.tsx'
import styles from './EmptyState.module.css'

export type EmptyStateProps = {
  icon: IconName
  /** What is (not) here. */
  title: string
  /** What to do next, in a sentence. */
  text?: ReactNode | undefined
  /** The button or link that does it. */
  action?: ReactNode | undefined
}

/** What a list shows when there is nothing in it yet: says so and what to do next. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.icon}>
        <Icon name={icon} size={24} />
      </span>
      <p className={styles.title}>{title}</p>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  )
}
