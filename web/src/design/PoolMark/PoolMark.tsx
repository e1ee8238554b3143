import { Icon } from '../Icon/Icon.tsx'
import { TokenDisc } from '../TokenBadge/TokenBadge.tsx'
import { poolColour } from './poolColour.ts'
import styles from './PoolMark.module.css'

export type PoolMarkProps = {
  /** The pool whose colour the ring takes. */
  pool: string
  /** The token in the middle. Ignored if `text` is given. */
  token: string
  /** The passed part of the lock, 0 to 1; 1 draws the whole ring. A share of time, never of money. */
  elapsed: number
  /** Pixels; 40 by default. */
  size?: number | undefined
  /** Instead of the token: a short text, such as the passed percentage. */
  text?: string | undefined
  /** Instead of the token: a tick, for a lock that is over. */
  done?: boolean | undefined
}

const RADIUS = 17.5
const LENGTH = 2 * Math.PI * RADIUS

/** A pool's mark: the token's disc in a ring of the pool's colour; the ring's arc is the part of the lock that has passed. */
export function PoolMark({ pool, token, elapsed, size = 40, text, done = false }: PoolMarkProps) {
  const filled = Math.min(Math.max(elapsed, 0), 1) * LENGTH
  return (
    <span
      className={styles.mark}
      style={{ ...poolColour(pool), width: size, height: size }}
      aria-hidden="true"
    >
      <svg width={size} height={size} viewBox="0 0 40 40" className={styles.ring}>
        <circle cx="20" cy="20" r={RADIUS} className={styles.track} />
        <circle
          cx="20"
          cy="20"
          r={RADIUS}
          className={styles.arc}
          strokeDasharray={`${filled} ${LENGTH}`}
          transform="rotate(-90 20 20)"
        />
      </svg>
      {text !== undefined ? (
        <span className={styles.text}>{text}</span>
      ) : done ? (
        <Icon name="check" size={Math.round(size * 0.44)} className={styles.tick} />
      ) : (
        <TokenDisc symbol={token} size={Math.round(size * 0.62)} />
      )}
    </span>
  )
}
