import { classNames } from '../classNames.ts'
import styles from './Skeleton.module.css'

export type SkeletonProps = {
  /** Any CSS length; 100 % by default. */
  width?: string | undefined
  /** Any CSS length; one line of text (1em) by default. */
  height?: string | undefined
  /** round for avatars and rings. */
  shape?: 'line' | 'block' | 'round' | undefined
  /** Sits in a line of text and takes exactly that line's height. */
  inline?: boolean | undefined
}

/** A placeholder with the size of the expected content, so that nothing jumps. Hidden from screen readers. */
export function Skeleton({ width = '100%', height = '1em', shape = 'line', inline = false }: SkeletonProps) {
  return (
    <span
      className={classNames(styles.skeleton, styles[shape], inline && styles.inline)}
      style={{ width, height: inline ? '0.8em' : height }}
      aria-hidden="true"
    />
  )
}
