import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import styles from './Button.module.css'

export type ButtonLinkProps = {
  /** A route of the app, e.g. '/galx'. */
  to: string
  variant?: 'primary' | 'secondary' | 'quiet' | undefined
  size?: 'regular' | 'small' | undefined
  wide?: boolean | undefined
  children: ReactNode
}

/** A link to a page of the app that looks like a Button. */
export function ButtonLink({
  to,
  variant = 'secondary',
  size = 'regular',
  wide = false,
  children,
}: ButtonLinkProps) {
  return (
    <a
      href={`#${to}`}
      className={classNames(styles.button, styles[variant], styles[size], wide && styles.wide)}
    >
      {children}
    </a>
  )
}
