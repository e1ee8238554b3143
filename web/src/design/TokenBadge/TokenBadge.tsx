import { classNames } from '../classNames.ts'
import styles from './TokenBadge.module.css'

export type TokenBadgeProps = {
  /** AAA, MCM, GALX, USDT or BTCB; any other symbol gets the neutral colour. */
  symbol: string
  /** Diameter of the disc in pixels; 22 by default. */
  size?: number | undefined
  /** Writes the symbol beside the disc. If false, the symbol is the disc's accessible name. */
  withName?: boolean | undefined
}

/** A token's disc in its own colour, with the first letter of its symbol. */
export function TokenBadge({ symbol, size = 22, withName = false }: TokenBadgeProps) {
  if (!withName) return <TokenDisc symbol={symbol} size={size} label={symbol} />
  return (
    <span className={styles.badge}>
      <TokenDisc symbol={symbol} size={size} />
      {symbol}
    </span>
  )
}

/** The disc alone; decoration unless it has a `label`. */
export function TokenDisc({
  symbol,
  size,
  label,
}: {
  symbol: string
  /** pixels */
  size: number
  label?: string | undefined
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 22 22"
      className={classNames(styles.disc, styles[symbol.toLowerCase()])}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <circle cx="11" cy="11" r="11" fill="currentColor" />
      <text x="11" y="15" textAnchor="middle" className={styles.letter}>
        {symbol.slice(0, 1)}
      </text>
    </svg>
  )
}
