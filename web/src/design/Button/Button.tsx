import { Fragment, type ButtonHTMLAttributes, type ReactNode, type Ref } from 'react'
import { said } from '../Amount/said.tsx'
import { classNames } from '../classNames.ts'
import { Icon, type IconName } from '../Icon/Icon.tsx'
import styles from './Button.module.css'

export type ButtonProps = {
  /** primary: the main action (at most one on a screen). secondary: outlined. quiet: only text. danger: removes something. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  /** regular 48 px high, small 44 px with smaller text. */
  size?: 'regular' | 'small' | undefined
  /** Fills the width of its container. */
  wide?: boolean | undefined
  /** Work is running: the label stays (nothing jumps), presses are ignored and aria-busy is set. */
  busy?: boolean | undefined
  icon?: IconName | undefined
  children: ReactNode
  ref?: Ref<HTMLButtonElement> | undefined
} & ButtonHTMLAttributes<HTMLButtonElement>

/** A button with a text label. For a button with only an icon see IconButton. */
export function Button({
  variant = 'primary',
  size = 'regular',
  wide = false,
  busy = false,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(styles.button, styles[variant], styles[size], wide && styles.wide, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? undefined : onClick}
    >
      {/* A changed label is a new element, so that the browser does not count the old label as moved. */}
      <Fragment key={typeof children === 'string' ? children : undefined}>
        {icon !== undefined && <Icon name={icon} size={18} />}
        <span>{said(children)}</span>
      </Fragment>
      {busy && <i className={styles.sweep} aria-hidden="true" />}
    </button>
  )
}
