import type { ReactNode } from 'react'
import { Icon, type IconName } from '../Icon/Icon.tsx'
import styles from './EmptyState.module.css'

export type EmptyStateProps = {
  icon: IconName
  /** The missing content. */
  title: string
  /** The next action, in a sentence. */
  text?: ReactNode | undefined
  /** The button or link of the next action. */
  action?: ReactNode | undefined
}

/** The content of an empty list: says that it is empty, and names the next action. */
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
