import { classNames } from '../classNames.ts'
import styles from './ReserveBar.module.css'

export type ReserveBarProps = {
  /** The symbol of the token that gives the bar its colour. */
  token: string
  /** The owed parts of the held amount, 0 to 1 each, from full colour to faint. The rest of the bar is surplus. */
  parts: readonly number[]
  /** Whether more is owed than held: the bar is then full, in the error's colour. */
  short?: boolean | undefined
}

const TOKENS: Readonly<Record<string, string | undefined>> = {
  AAA: styles.aaa,
  MCM: styles.mcm,
  GALX: styles.galx,
  BTCB: styles.btcb,
  USDT: styles.usdt,
}

/** The held amount of a token, divided into its debts. Decoration: the figures stand beside it as text. */
export function ReserveBar({ token, parts, short = false }: ReserveBarProps) {
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, part) => sum + part, 0))
  return (
    <svg
      className={classNames(styles.bar, TOKENS[token], short && styles.short)}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {short ? (
        <rect width="100" height="8" fill="currentColor" />
      ) : (
        parts.map((part, index) => (
          <rect
            key={index}
            x={Math.min(starts[index] ?? 0, 1) * 100}
            width={Math.min(part, 1) * 100}
            height="8"
            fill="currentColor"
            opacity={1 / (index + 1) ** 1.1}
          />
        ))
      )}
    </svg>
  )
}
