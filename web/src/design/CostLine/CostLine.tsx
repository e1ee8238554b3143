import { spoken } from '../Amount/said.tsx'
import { poolColour } from '../PoolMark/poolColour.ts'
import styles from './CostLine.module.css'

export type CostLineProps = {
  pool: string
  /** The passed part of the lock, 0 to 1: the position of today's point. */
  elapsed: number
  /** At the left end: the cost on the first day, such as "from 15%". */
  start: string
  /** At today's point. */
  today: string
  /** At the right end: no cost. */
  end: string
  /** The picture's meaning in words. */
  label: string
}

const WIDTH = 320
const TOP = 12
const BOTTOM = 76

/** The cost of an early exit over the lock's time: a straight line down to zero, with a point for today. */
export function CostLine({ pool, elapsed, start, today, end, label }: CostLineProps) {
  const part = Math.min(Math.max(elapsed, 0), 1)
  const x = WIDTH * part
  const y = TOP + (BOTTOM - TOP) * part
  const late = part > 0.55
  return (
    <div className={styles.line} style={poolColour(pool)} role="img" aria-label={spoken(label)}>
      <svg viewBox={`0 0 ${WIDTH} ${BOTTOM + 4}`} preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.passed} d={`M0 ${TOP} L${x} ${y} V${BOTTOM} H0Z`} />
        <path className={styles.ground} d={`M0 ${BOTTOM} H${WIDTH}`} />
        <path className={styles.ahead} d={`M${x} ${y} L${WIDTH} ${BOTTOM}`} />
        <path className={styles.behind} d={`M0 ${TOP} L${x} ${y}`} />
        <path className={styles.now} d={`M${x} 2 V${BOTTOM}`} />
      </svg>
      {/* Outside the stretched picture, so that the point stays round and the text keeps its size. */}
      <i className={styles.point} style={{ left: `${part * 100}%`, top: `${(y / (BOTTOM + 4)) * 100}%` }} />
      <b
        className={styles.today}
        style={
          late ? { right: `calc(${(1 - part) * 100}% + 10px)` } : { left: `calc(${part * 100}% + 10px)` }
        }
      >
        {today}
      </b>
      {part > 0.3 && <span className={styles.start}>{start}</span>}
      {part < 0.82 && <span className={styles.end}>{end}</span>}
    </div>
  )
}
