import { classNames } from '../classNames.ts'
import styles from './TokenBadge.module.css'

export interface TokenBadgeProps {
  /** AAA, MCM, GALX, USDT or BTCB; any other symbol gets the neutral colour. */
  symbol: string
  /** Diameter of the disc in pixels; 22 unless told. */
  size?: number | undefined
  /** Writes the symbol beside the disc. Without it the disc carries the symbol as its accessible name. */
  withName?: boolean | undefined
}

/** A token's disc in its own colour, with the first letter of its symbol. */
export function TokenBadge({ symbol, size = 22, withName = false }: TokenBadgeProps) {
  const disc = (
    <svg
      width={size}
      height={size}
      viewBox="0 0 22 22"
      className={classNames(styles.disc, styles[symbol.toLowerCase()])}
      {...(withName ? { 'aria-hidden': true } : { role: 'img', 'aria-label': symbol })}
    >
      <circle cx="11" cy="11" r="11" fill="currentColor" />
      <text x="11" y="15" textAnchor="middle" className={styles.letter}>
        {symbol.slice(0, 1)}
      </text>
    </svg>
  )
  if (!withName) return disc
  return (
    <span className={styles.badge}>
      {disc}
      {symbol}
    </span>
  )
}
