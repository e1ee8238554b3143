import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { Icon, type IconName } from '../Icon/Icon.tsx'
import styles from './Banner.module.css'

export type BannerProps = {
  kind: 'good' | 'info' | 'warning' | 'bad'
  children: ReactNode
  /** A small button or link at the right. */
  action?: ReactNode | undefined
  icon?: IconName | undefined
}

const icons = { good: 'shield', info: 'info', warning: 'warning', bad: 'warning' } as const

/** One sentence about a lasting state (offline, wrong chain, checked), with an action. */
export function Banner({ kind, children, action, icon }: BannerProps) {
  return (
    <div className={classNames(styles.banner, styles[kind])}>
      <Icon name={icon ?? icons[kind]} size={18} className={styles.icon} />
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  )
}
