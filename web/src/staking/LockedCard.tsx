import { earlyExitPenalty, SECONDS_PER_DAY } from '@galx/protocol/formulas'
import type { Position } from '../core/chain/chainStore.ts'
import { useConfig } from '../core/config/configStore.ts'
import { Amount } from '../design/Amount/Amount.tsx'
import { amountText } from '../design/Amount/amountText.ts'
import { said } from '../design/Amount/said.tsx'
import { Button } from '../design/Button/Button.tsx'
import { Card } from '../design/Card/Card.tsx'
import { CostLine } from '../design/CostLine/CostLine.tsx'
import { PoolMark } from '../design/PoolMark/PoolMark.tsx'
import { ownText } from '../i18n/hiddenAmounts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { lockElapsed, tierOf } from './positionModel.ts'
import { bpsText, countdown, minuteText, multiplierText, shownCost, termLength } from './format.ts'
import { usePositionPace } from './PositionRows.tsx'
import { stakingTexts } from './texts.ts'
import { useChainNow } from './useChainNow.ts'
import styles from './LockedCard.module.css'

export type LockedCardProps = {
  position: Position
  /** opens the sheet of the early exit */
  onLeave: () => void
}

/** A locked position: the passed part of the lock, the countdown, and the cost of leaving now, updated every second. */
export function LockedCard({ position, onLeave }: LockedCardProps) {
  const texts = useTexts(stakingTexts)
  const pool = useConfig()?.pools[position.pool]
  const pace = usePositionPace(position)
  const now = useChainNow(1_000)
  if (pool === undefined || now === null) return null
  const tier = tierOf(pool, position)
  const elapsed = lockElapsed(pool, position, now)
  const percent = `${Math.floor(elapsed * 100)}%`
  const penalty = (amount: bigint) => earlyExitPenalty(amount, tier, position.unlockAt, now)
  const cost = shownCost(penalty(position.amount))
  // The cost of 10 000 units, rounded up: basis points of any amount.
  const bps = Math.max(1, Number(penalty(10_000n * 10n ** 6n) / 10n ** 6n))
  const costText = `${ownText(amountText(cost))} ${pool.stakeToken}`
  const unlock = minuteText(position.unlockAt)
  const perDay =
    (position.amount * BigInt(tier.penaltyBps) * SECONDS_PER_DAY) / (10_000n * BigInt(tier.duration))

  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <PoolMark pool={position.pool} token={pool.stakeToken} elapsed={elapsed} size={72} text={percent} />
        <div className={styles.what}>
          <p className={styles.terms}>
            <span>
              {texts.positions.terms(
                texts.term(termLength(tier.duration)),
                multiplierText(tier.multiplierBps),
              )}
            </span>
            <span className="visually-hidden">{texts.positions.passed(percent)}</span>
          </p>
          <p className={styles.amount}>
            <Amount value={position.amount} token={pool.stakeToken} />
          </p>
          <p className={styles.quiet}>{said(pace ?? '\u00a0')}</p>
        </div>
      </div>
      <div className={styles.well}>
        <div>
          <p className={styles.quiet}>{texts.positions.unlocksIn}</p>
          <p className={styles.clock} role="timer">
            {texts.countdown(countdown(position.unlockAt - now))}
          </p>
        </div>
        <p className={styles.quiet}>{texts.positions.unlocksAt(unlock)}</p>
      </div>
      {tier.penaltyBps === 0 ? (
        <p className={styles.quiet}>{texts.positions.earlyNone}</p>
      ) : (
        <>
          <div className={styles.cost}>
            <p className={styles.costHead}>
              <span>{texts.positions.costNow}</span>
              <b>{said(`−${costText} (${bpsText(bps)})`)}</b>
            </p>
            <CostLine
              pool={position.pool}
              elapsed={elapsed}
              start={texts.positions.costFrom(bpsText(tier.penaltyBps))}
              today={texts.positions.costToday(bpsText(bps))}
              end={texts.positions.costEnd}
              label={texts.positions.costLabel(percent, costText, unlock)}
            />
            <p className={styles.quiet}>
              {said(texts.positions.costText(`${ownText(amountText(perDay, 18, 2, 4))} ${pool.stakeToken}`))}
            </p>
          </div>
          <Button variant="secondary" wide onClick={onLeave}>
            {texts.positions.early}
          </Button>
        </>
      )}
    </Card>
  )
}
