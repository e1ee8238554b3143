import type { Position } from '../core/chain/chainStore.ts'
import { accountInPool, poolState } from '../core/chain/reads.ts'
import { useChainRead } from '../core/chain/useChainRead.ts'
import { useConfig } from '../core/config/configStore.ts'
import { valueOf } from '../core/state/reading.ts'
import { Amount } from '../design/Amount/Amount.tsx'
import { amountText } from '../design/Amount/amountText.ts'
import { Card } from '../design/Card/Card.tsx'
import { PoolMark } from '../design/PoolMark/PoolMark.tsx'
import { PositionRow } from '../design/PositionRow/PositionRow.tsx'
import { ownText } from '../i18n/hiddenAmounts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { isLocked, isRest, lockElapsed, tierOf } from './positionModel.ts'
import { countdown, multiplierText, ownRate, termLength } from './format.ts'
import { hasTerms, poolTokens } from './product.ts'
import { multiplierOf, positionPerDay } from './rewardModel.ts'
import { stakingTexts } from './texts.ts'
import { useChainNow } from './useChainNow.ts'

type RowProps = {
  position: Position
  onOpen: () => void
}

/** A position's present reward per day, as text; null while unknown. */
export function usePositionPace(position: Position): string | null {
  const texts = useTexts(stakingTexts)
  const pool = useConfig()?.pools[position.pool]
  const state = valueOf(useChainRead(poolState(position.pool)))
  const account = valueOf(useChainRead(accountInPool(position.pool)))
  const now = useChainNow(60_000)
  if (pool === undefined || state === undefined || account === undefined || now === null) return null
  const daily = positionPerDay(pool, state, position, account.boostBps, now)
  return daily === null ? null : texts.positions.daily(...ownRate(daily, pool.rewardToken, texts.satoshi))
}

/** A position without a lock. */
function FlexibleRow({ position, onOpen }: RowProps) {
  const texts = useTexts(stakingTexts).positions
  const pool = useConfig()?.pools[position.pool]
  const pace = usePositionPace(position)
  if (pool === undefined) return null
  const pairToken = pool.pairToken ?? undefined
  if (isRest(position)) {
    return (
      <PositionRow
        mark={<PoolMark pool={position.pool} token={pairToken ?? pool.stakeToken} elapsed={0} />}
        title={poolTokens(pool)}
        detail={texts.stuck}
        amount={<Amount value={position.pairAmount} token={pairToken} />}
        onOpen={onOpen}
      />
    )
  }
  return (
    <PositionRow
      mark={<PoolMark pool={position.pool} token={pool.stakeToken} elapsed={1} />}
      title={poolTokens(pool)}
      detail={pace ?? texts.anyTime}
      amount={<Amount value={position.amount} token={pool.stakeToken} />}
      gain={
        position.pairAmount > 0n
          ? texts.withPair(`${ownText(amountText(position.pairAmount))} ${pairToken ?? ''}`)
          : texts.anyTime
      }
      onOpen={onOpen}
    />
  )
}

/** A position with a term, as a row. Rows are used if there are too many positions for full cards. */
function LockedRow({ position, onOpen }: RowProps) {
  const texts = useTexts(stakingTexts)
  const pool = useConfig()?.pools[position.pool]
  const now = useChainNow(1_000)
  if (pool === undefined || now === null) return null
  const locked = isLocked(position, now)
  return (
    <PositionRow
      mark={
        <PoolMark
          pool={position.pool}
          token={pool.stakeToken}
          elapsed={lockElapsed(pool, position, now)}
          done={!locked}
        />
      }
      title={texts.positions.terms(
        texts.term(termLength(tierOf(pool, position).duration)),
        multiplierText(multiplierOf(pool, position)),
      )}
      detail={locked ? texts.countdown(countdown(position.unlockAt - now)) : texts.positions.free}
      amount={<Amount value={position.amount} token={pool.stakeToken} />}
      onOpen={onOpen}
    />
  )
}

/** Positions as rows of a list, each with its look. It loads once there is a position to show. */
export default function PositionRows({
  positions,
  onOpen,
}: {
  positions: readonly Position[]
  onOpen: (position: Position) => void
}) {
  const pools = useConfig()?.pools
  return (
    <Card padding="rows">
      <ul>
        {positions.map((position) => {
          const pool = pools?.[position.pool]
          const Row = pool !== undefined && hasTerms(pool) ? LockedRow : FlexibleRow
          return (
            <Row
              key={`${position.pool}-${position.position}`}
              position={position}
              onOpen={() => onOpen(position)}
            />
          )
        })}
      </ul>
    </Card>
  )
}
