import type { PoolKey } from '@galx/protocol/products'
import { Suspense, useState } from 'react'
import type { Position } from '../core/chain/chainStore.ts'
import { positionsInPools } from '../core/chain/reads.ts'
import { refreshChain } from '../core/chain/refresh.ts'
import { useChainReads } from '../core/chain/useChainRead.ts'
import { useConfig } from '../core/config/configStore.ts'
import { LOADING, valueOf } from '../core/state/reading.ts'
import { Button } from '../design/Button/Button.tsx'
import { Card, Section } from '../design/Card/Card.tsx'
import { EmptyState } from '../design/EmptyState/EmptyState.tsx'
import { ErrorState } from '../design/ErrorState/ErrorState.tsx'
import { PositionRow } from '../design/PositionRow/PositionRow.tsx'
import { Skeleton } from '../design/Skeleton/Skeleton.tsx'
import { lazyWithRetry, lazyOrFallback } from '../design/lazy.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { isLocked } from './positionModel.ts'
import { hasTerms, type StakingProduct } from './product.ts'
import { openPositions } from './rewardModel.ts'
import type { TermParts } from './termParts.ts'
import { stakingTexts } from './texts.ts'
import { useChainNow } from './useChainNow.ts'
import styles from './PositionsSection.module.css'

const PositionRows = lazyWithRetry(() => import('./PositionRows.tsx'))
const PositionSheet = lazyWithRetry(() => import('./PositionSheet.tsx'))
// If the code does not arrive, the positions stay.
const GiftsNotice = lazyOrFallback(() => import('./GiftsNotice.tsx'))

/** The number of positions shown in full. The others are rows that open the same sheet. */
const IN_FULL = 3

export type PositionsSectionProps = {
  product: StakingProduct
  title?: string | undefined
  /** Present if one of the product's pools has terms. */
  terms?: TermParts | undefined
}

/** The account's open positions in a product's pools, read from the chain; the next to unlock first. */
export function PositionsSection({ product, title, terms }: PositionsSectionProps) {
  const texts = useTexts(stakingTexts)
  const pools = useConfig()?.pools
  const positions = useChainReads(positionsInPools(product.pools))
  const [chosen, setChosen] = useState<Position | null>(null)
  const [open, setOpen] = useState(false)
  const now = useChainNow(1_000)
  const reading = now === null ? LOADING : openPositions(positions, product.pools, now)
  const list = valueOf(reading)
  const show = (position: Position) => {
    setChosen(position)
    setOpen(true)
  }

  const content = () => {
    if (reading.status === 'failed') return <Failed />
    if (list === undefined || now === null || pools === undefined) return <Loading />
    if (list.length === 0) {
      return (
        <Card padding="rows">
          <EmptyState icon="orbit" title={texts.positions.empty} text={texts.positions.emptyText} />
        </Card>
      )
    }
    const termed = (key: PoolKey) => {
      const pool = pools[key]
      return pool !== undefined && hasTerms(pool)
    }
    const full = terms === undefined ? [] : list.filter(({ pool }) => termed(pool)).slice(0, IN_FULL)
    const rows = list.filter((position) => !full.includes(position))
    return (
      <>
        {terms !== undefined && full.length > 0 && (
          <ul className={styles.cards}>
            {full.map((position) => (
              <li key={`${position.pool}-${position.position}`}>
                {isLocked(position, now) ? (
                  <terms.LockedCard position={position} onLeave={() => show(position)} />
                ) : (
                  <terms.FreeCard position={position} onOpen={() => show(position)} />
                )}
              </li>
            ))}
          </ul>
        )}
        {rows.length > 0 && (
          <Suspense fallback={<Loading />}>
            <PositionRows positions={rows} onOpen={show} />
          </Suspense>
        )}
      </>
    )
  }

  return (
    <Section
      title={title ?? texts.positions.title}
      anchor="positions"
      action={
        list !== undefined && list.length > 0 ? (
          <span className={styles.count}>{texts.positions.count(String(list.length))}</span>
        ) : undefined
      }
    >
      {content()}
      <Suspense>
        <GiftsNotice pools={product.pools} />
      </Suspense>
      {/* The sheet follows the chain: it shows the present state of a position that was closed or reduced meanwhile. */}
      {chosen !== null && (
        <Suspense>
          <PositionSheet position={current(chosen, list)} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}

function current(chosen: Position, list: Position[] | undefined): Position {
  return list?.find(({ pool, position }) => pool === chosen.pool && position === chosen.position) ?? chosen
}

function Failed() {
  const texts = useTexts(stakingTexts).positions
  return (
    <Card padding="rows">
      <ErrorState
        title={texts.failed}
        text={texts.failedText}
        action={
          <Button variant="secondary" size="small" icon="refresh" onClick={() => void refreshChain()}>
            {texts.retry}
          </Button>
        }
      />
    </Card>
  )
}

function Loading() {
  return (
    <Card padding="rows">
      <ul aria-busy="true">
        {[0, 1].map((row) => (
          <PositionRow
            key={row}
            mark={<Skeleton shape="round" width="40px" height="40px" />}
            title={<Skeleton inline width="7em" />}
            detail={<Skeleton inline width="5em" />}
            amount={<Skeleton inline width="6em" />}
            gain={<Skeleton inline width="4em" />}
          />
        ))}
      </ul>
    </Card>
  )
}
