import { iconPaths, type IconName } from './paths.ts'

export type { IconName }

export type IconProps = {
  name: IconName
  /** Width and height in CSS pixels; 20 by default. */
  size?: number | undefined
  /** The accessible name. Without it, the icon is decoration and hidden from screen readers. */
  label?: string | undefined
  className?: string | undefined
}

/** One line icon in the colour of the text around it. */
export function Icon({ name, size = 20, label, className }: IconProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}
