import type { ReactNode } from 'react'
import { classNames } from '../design/classNames.ts'
import { Icon } from '../design/Icon/Icon.tsx'
import styles from './StatusBadge.module.css'

/** Shows whether a binding is pending or permanent, by colour, icon and word, so that each of them alone is enough. */
export function StatusBadge({ status, children }: { status: 'pending' | 'bound'; children: ReactNode }) {
  return (
    <span className={classNames(styles.badge, styles[status])}>
      <Icon name={status === 'pending' ? 'clock' : 'check'} size={13} />
      {children}
    </span>
  )
}
