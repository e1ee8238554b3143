import type { PoolKey } from '@galx/protocol/products'
import { useId } from 'react'
import { classNames } from '../../design/classNames.ts'
import type { Power } from './powerModel.ts'
import { CENTRE, orbitsOf } from './orbitModel.ts'
import styles from './Orbit.module.css'

export type OrbitProps = {
  /** Every product of the deployment; each is an orbit. */
  pools: readonly PoolKey[]
  /** null while it is not known: empty orbits. */
  power: Power | null
  /** What the picture says, in words. */
  label: string
}

/** Hash power as a planetary system: the account in the centre, a body on an orbit for every product that it is staked in. */
export function Orbit({ pools, power, label }: OrbitProps) {
  const id = useId()
  const orbits = orbitsOf(pools, power)
  const turn = `rotate(-14 ${CENTRE.x} ${CENTRE.y})`
  return (
    <svg className={styles.orbit} viewBox="0 0 390 250" role="img" aria-label={label}>
      <defs>
        <radialGradient id={`${id}-light`} cx="32%" cy="28%">
          <stop offset="0" stopColor="#fff" stopOpacity=".55" />
          <stop offset=".6" stopColor="#fff" stopOpacity="0" />
        </radialGradient>
        <radialGradient id={`${id}-glow`} cx="50%" cy="50%">
          <stop offset="0" className={styles.glow} stopOpacity=".34" />
          <stop offset="1" className={styles.glow} stopOpacity="0" />
        </radialGradient>
      </defs>
      <ellipse cx={CENTRE.x} cy={CENTRE.y} rx="170" ry="120" fill={`url(#${id}-glow)`} />
      <g transform={turn} fill="none">
        {orbits.map(({ pool, rx, ry }) => (
          <ellipse key={pool} className={styles.track} cx={CENTRE.x} cy={CENTRE.y} rx={rx} ry={ry} />
        ))}
        {orbits.map(
          ({ pool, body }) =>
            body !== null && (
              <path
                key={pool}
                className={classNames(styles.arc, styles[pool])}
                d={body.path}
                pathLength={1}
              />
            ),
        )}
      </g>
      <g transform={turn}>
        {orbits.map(
          ({ pool, body }) =>
            body !== null && (
              <g key={pool} className={classNames(styles.body, styles[pool])}>
                <circle cx={body.x} cy={body.y} r={body.radius} fill="currentColor" />
                <circle cx={body.x} cy={body.y} r={body.radius} fill={`url(#${id}-light)`} />
              </g>
            ),
        )}
      </g>
      <circle
        cx={CENTRE.x}
        cy={CENTRE.y}
        r="23"
        className={classNames(styles.sun, power === null && styles.dim)}
      />
      <circle cx={CENTRE.x} cy={CENTRE.y} r="23" fill={`url(#${id}-light)`} />
    </svg>
  )
}
