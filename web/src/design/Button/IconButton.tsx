import type { ButtonHTMLAttributes, Ref } from 'react'
import { classNames } from '../classNames.ts'
import { Icon, type IconName } from '../Icon/Icon.tsx'
import styles from './IconButton.module.css'

export type IconButtonProps = {
  icon: IconName
  /** The accessible name: the button's action. */
  label: string
  size?: number | undefined
  ref?: Ref<HTMLButtonElement> | undefined
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'>

/** A 44 × 44 px button with only an icon. */
export function IconButton({ icon, label, size = 20, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={classNames(styles.button, className)} aria-label={label}>
      <Icon name={icon} size={size} />
    </button>
  )
}
