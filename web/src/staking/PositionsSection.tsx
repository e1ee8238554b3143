import { useState } from 'react'
import { useChainStore, type Position } from '../core/chain/chainStore.ts'
import { useConfig } from '../core/config/configStore.ts'
import { Amount } from '../design/Amount/Amount.tsx'
import { amountText } from '../design/Amount/amountText.ts'
import { Card, Section } from '../design/Card/Card.tsx'
import { EmptyState } from '../design/EmptyState/EmptyState.tsx'
import { ErrorState } from '../design/ErrorState/ErrorState.tsx'
import { PositionRow } from '../design/PositionRow/PositionRow.tsx'
import { ProgressRing } from '../design/ProgressRing/ProgressRing.tsx'
import { Skeleton } from '../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { valueOf } from '../core/state/reading.ts'
import UnstakeSheet from './UnstakeSheet.tsx'
import { isRest } from './stakeModel.ts'
import { galxPositions, positionPerDay, rateText } from './model.ts'
import { useChainNow } from './useChainNow.ts'
import styles from './PositionsSection.module.css'

/** The account's open positions in both GALX pools, read from the chain. A row opens the unstake sheet. */
export function PositionsSection() {
  const texts = useTexts().galx
  const connected = useAppStore((state) => state.address !== null)
  const positions = useChainStore((state) => state.positions)
  const [chosen, setChosen] = useState<Position | null>(null)
  const [open, setOpen] = useState(false)
  const reading = galxPositions(positions)

  const content = () => {
    if (!connected) return <p className={styles.quiet}>{texts.positions.notConnected}</p>
    if (reading.status === 'loading') return <RowSkeletons />
    if (reading.status === 'failed') {
      return <ErrorState title={texts.positions.failed} text={texts.positions.failedText} />
    }
    if (reading.value.length === 0) {
      return <EmptyState icon="orbit" title={texts.positions.empty} text={texts.positions.emptyText} />
    }
    return (
      <ul>
        {reading.value.map((position) => (
          <Row
            key={`${position.pool}-${position.position}`}
            position={position}
            onOpen={() => {
              setChosen(position)
              setOpen(true)
            }}
          />
        ))}
      </ul>
    )
  }

  return (
    <Section title={texts.positions.title}>
      <Card padding="rows">{content()}</Card>
      {/* The sheet follows the chain: a position that is gone or smaller meanwhile is shown as it is now. */}
      {chosen !== null && (
        <UnstakeSheet
          position={current(chosen, valueOf(reading))}
          open={open}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  )
}

function current(chosen: Position, list: Position[] | undefined): Position {
  return list?.find(({ pool, position }) => pool === chosen.pool && position === chosen.position) ?? chosen
}

function Row({ position, onOpen }: { position: Position; onOpen: () => void }) {
  const texts = useTexts().galx
  const config = useConfig()
  const pool = config?.pools[position.pool]
  const stakeToken = pool?.stakeToken
  const pairToken = pool?.pairToken ?? undefined
  const state = useChainStore((store) => valueOf(store.pools[position.pool]))
  const boostBps = useChainStore((store) => valueOf(store.accounts[position.pool])?.boostBps)
  const now = useChainNow(60_000)
  const daily =
    pool === undefined || state === undefined || boostBps === undefined || now === null
      ? null
      : positionPerDay(pool, state, position, boostBps, now)
  if (isRest(position)) {
    return (
      <PositionRow
        mark={<ProgressRing fraction={0} token={pairToken} />}
        title={texts.poolName[position.pool]}
        detail={texts.positions.stuck}
        amount={<Amount value={position.pairAmount} token={pairToken} />}
        onOpen={onOpen}
      />
    )
  }
  return (
    <PositionRow
      mark={<ProgressRing fraction={1} token={stakeToken} />}
      title={texts.poolName[position.pool]}
      detail={
        position.pairAmount > 0n
          ? texts.positions.withPair(`${amountText(position.pairAmount)} ${pairToken ?? ''}`)
          : texts.positions.flexible
      }
      amount={<Amount value={position.amount} token={stakeToken} />}
      gain={
        daily === null ? undefined : (
          <span className={styles.gain}>{texts.positions.daily(rateText(daily))}</span>
        )
      }
      onOpen={onOpen}
    />
  )
}

function RowSkeletons() {
  return (
    <ul aria-busy="true">
      {[0, 1].map((row) => (
        <PositionRow
          key={row}
          mark={<Skeleton shape="round" width="38px" height="38px" />}
          title={<Skeleton inline width="7em" />}
          detail={<Skeleton inline width="5em" />}
          amount={<Skeleton inline width="6em" />}
          gain={<Skeleton inline width="4em" />}
        />
      ))}
    </ul>
  )
}
