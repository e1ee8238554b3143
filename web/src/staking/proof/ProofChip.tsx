import { poolCover } from '../../core/chain/cover.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { classNames } from '../../design/classNames.ts'
import { Icon } from '../../design/Icon/Icon.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { proofTexts } from './texts.ts'
import styles from './ProofChip.module.css'

/** Milliseconds between two comparisons. */
const EVERY = 60_000

/**
 * Whether the pools' contract holds the tokens that it owes, by this browser's own recent comparison, with a link to the details. Renders nothing
 * if there is no comparison, no recent comparison, or only a partial one.
 */
export default function ProofChip() {
  const texts = useTexts(proofTexts)
  const reading = useChainRead(poolCover, { every: EVERY })
  if (reading.status !== 'fresh' || reading.value.length === 0 || reading.value.includes('unread'))
    return null
  const count = (wanted: string) => reading.value.filter((cover) => cover === wanted).length
  const [covered, partly, short] = [count('covered'), count('partly'), count('short')]
  return (
    <a
      href="#/safe"
      className={classNames(styles.chip, short > 0 ? styles.short : styles.covered)}
      aria-label={
        short > 0
          ? texts.shortLong(String(short))
          : partly > 0
            ? texts.partlyLong(String(covered), String(partly))
            : texts.coveredLong(String(covered))
      }
    >
      <Icon name={short > 0 ? 'warning' : 'shield'} size={14} />
      {short > 0 ? texts.short : texts.covered}
      <Icon name="forward" size={12} />
    </a>
  )
}
