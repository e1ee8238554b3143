import { said } from '../design/Amount/said.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { classNames } from '../design/classNames.ts'
import { constellationOf } from './passModel.ts'
import { shownName } from './shownName.ts'
import { passTexts } from './texts.ts'
import styles from './PassFace.module.css'

export type PassFaceProps = {
  id: bigint
  name: string
  /** the text at the foot: bond and state */
  foot: string
  /** a pass that is not live has no colour */
  live: boolean
}

/** The front of a node pass: its number, its name, and a constellation that no other pass has. */
export function PassFace({ id, name, foot, live }: PassFaceProps) {
  const texts = useTexts(passTexts)
  const stars = constellationOf(id)
  const line = stars.map(({ x, y }) => `${x} ${y}`).join('L')
  return (
    <div className={classNames(styles.face, !live && styles.dim)}>
      <svg viewBox="-14 -12 288 104" preserveAspectRatio="xMidYMid meet" aria-hidden="true">
        <path d={`M${line}`} className={styles.line} />
        {stars.map(({ x, y, size }) => (
          <g key={`${x} ${y}`}>
            <circle cx={x} cy={y} r={size * 2.8} className={styles.halo} />
            <circle cx={x} cy={y} r={size} className={styles.star} />
          </g>
        ))}
      </svg>
      <p className={styles.row}>
        <span>{texts.pass}</span>
        <span>{texts.number(String(id))}</span>
      </p>
      <p className={styles.row}>
        {/* Anybody can choose any name, so the name keeps its own text direction. */}
        <bdi className={styles.name}>{shownName(name)}</bdi>
        <span>{said(foot)}</span>
      </p>
    </div>
  )
}
