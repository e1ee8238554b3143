import { PRODUCTS } from '@galx/protocol/products'
import { useId } from 'react'
import { accountsInPools } from '../../core/chain/reads.ts'
import { useChainReads } from '../../core/chain/useChainRead.ts'
import { valueOf } from '../../core/state/reading.ts'
import { classNames } from '../../design/classNames.ts'
import { poolColour } from '../../design/PoolMark/poolColour.ts'
import { ownPower, CENTRE, orbitsOf } from './orbitModel.ts'
import styles from './Orbit.module.css'

/**
 * The account's hash power as a planet with a moon on an orbit for each pool. The card gives the same data in figures, so
 * the picture has no words.
 */
export default function Orbit() {
  const id = useId()
  const power = valueOf(ownPower(useChainReads(accountsInPools(PRODUCTS.galx.pools)), PRODUCTS.galx.pools))
  const orbits = orbitsOf(PRODUCTS.galx.pools, power ?? null)
  const turn = `rotate(-14 ${CENTRE.x} ${CENTRE.y})`
  return (
    <svg className={styles.orbit} viewBox="0 0 390 250" aria-hidden="true">
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
              <path key={pool} className={styles.arc} style={poolColour(pool)} d={body.path} pathLength={1} />
            ),
        )}
      </g>
      <g transform={turn}>
        {orbits.map(
          ({ pool, body }) =>
            body !== null && (
              <g key={pool} className={styles.body} style={poolColour(pool)}>
                <circle cx={body.x} cy={body.y} r={body.radius} fill="currentColor" />
                <circle cx={body.x} cy={body.y} r={body.radius} fill={`url(#${id}-light)`} />
              </g>
            ),
        )}
      </g>
      <circle
        cx={CENTRE.x}
        cy={CENTRE.y}
        r="62"
        className={classNames(styles.sun, power === undefined && styles.dim)}
      />
      <circle cx={CENTRE.x} cy={CENTRE.y} r="62" fill={`url(#${id}-light)`} />
    </svg>
  )
}
