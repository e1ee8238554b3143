import type { Position } from '../core/chain/chainStore.ts'
import { useConfig } from '../core/config/configStore.ts'
import { Amount } from '../design/Amount/Amount.tsx'
import { Button } from '../design/Button/Button.tsx'
import { Card } from '../design/Card/Card.tsx'
import { PoolMark } from '../design/PoolMark/PoolMark.tsx'
import { ownText } from '../i18n/hiddenAmounts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { isRest, principalOf, tierOf } from './positionModel.ts'
import { dateText, termLength } from './format.ts'
import { legsText } from './stakeModel.ts'
import { stakingTexts } from './texts.ts'
import styles from './FreeCard.module.css'

export type FreeCardProps = {
  position: Position
  /** opens the sheet that withdraws the position */
  onOpen: () => void
}

/** A position whose lock is over. */
export function FreeCard({ position, onOpen }: FreeCardProps) {
  const texts = useTexts(stakingTexts)
  const pool = useConfig()?.pools[position.pool]
  if (pool === undefined) return null
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <PoolMark pool={position.pool} token={pool.stakeToken} elapsed={1} size={48} done />
        <div className={styles.what}>
          <p className={styles.amount}>
            <Amount value={position.amount} token={pool.stakeToken} />
          </p>
          <p className={styles.quiet}>
            {isRest(position)
              ? texts.positions.stuck
              : `${texts.term(termLength(tierOf(pool, position).duration))} · ${texts.positions.freeSince(dateText(position.unlockAt))}`}
          </p>
        </div>
        <span className={styles.tag}>{texts.positions.free}</span>
      </div>
      <Button variant="secondary" wide onClick={onOpen}>
        {texts.positions.withdraw(ownText(legsText(principalOf(pool, position))))}
      </Button>
    </Card>
  )
}
