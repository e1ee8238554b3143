import { poolColour } from '../PoolMark/poolColour.ts'
import { classNames } from '../classNames.ts'
import styles from './LevelLadder.module.css'

type LadderLevel = {
  level: number
  /** Below the bar: "Level 3". */
  name: string
  /** Above the bar: "×1.35". */
  multiplier: string
  /** The bar's height, 0 for the lowest level to 1 for the highest. */
  height: number
}

export type LevelLadderProps = {
  /** Names the choice. */
  label: string
  /** The pool whose colour the bars take. */
  pool: string
  levels: readonly LadderLevel[]
  /** The account's level; null while unknown or without an account. */
  own: number | null
  /** The screen reader's text for the account's level and for the levels below it. */
  ownName: string
  passedName: string
  chosen: number | null
  onChoose: (level: number) => void
}

/** Levels as growing bars: reached levels are filled, higher levels can be chosen. Native radio buttons underneath. */
export function LevelLadder({
  label,
  pool,
  levels,
  own,
  ownName,
  passedName,
  chosen,
  onChoose,
}: LevelLadderProps) {
  return (
    <fieldset className={styles.ladder} style={poolColour(pool)}>
      <legend className="visually-hidden">{label}</legend>
      {levels.map(({ level, name, multiplier, height }) => {
        const held = own === null ? level === 0 : level <= own
        const bar = (
          <>
            <b className={styles.multiplier}>{multiplier}</b>
            <i
              className={styles.bar}
              style={{ height: `${26 + 86 * height}px`, ...(held && { opacity: fill(level, own) }) }}
              aria-hidden="true"
            />
            <span className={styles.name}>{name}</span>
          </>
        )
        return held ? (
          <div key={level} className={classNames(styles.level, styles.held, level === own && styles.own)}>
            {bar}
            <span className="visually-hidden">{level === own ? ownName : passedName}</span>
          </div>
        ) : (
          <label key={level} className={styles.level}>
            <input
              type="radio"
              name={`${pool} level`}
              checked={chosen === level}
              onChange={() => onChoose(level)}
            />
            {bar}
          </label>
        )
      })}
    </fieldset>
  )
}

/** The account's level stands out; the levels below fade downwards. */
function fill(level: number, own: number | null): number {
  return own === null || level === own ? 1 : Math.max(0.35, 0.7 - 0.12 * (own - level))
}
