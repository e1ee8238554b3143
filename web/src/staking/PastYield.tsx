import { ratePerDay } from '@galx/protocol/formulas'
import type { PoolKey } from '@galx/protocol/products'
import type { WebPool } from '@galx/protocol/webConfig'
import { useState } from 'react'
import { getPoolYields } from '../core/api/publicApi.ts'
import { useServerRead } from '../core/api/useServerRead.ts'
import type { PoolSnapshot } from '../core/chain/chainStore.ts'
import { valueOf } from '../core/state/reading.ts'
import { Chart } from '../design/Chart/Chart.tsx'
import { Ranges } from '../design/Chart/Ranges.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { rateIn, termLength } from './format.ts'
import { quotedWeight, SPANS, yieldPoints, type Span } from './pastYield.ts'
import { hasTerms } from './product.ts'
import { legsOf, QUOTED_AMOUNT, wholeText } from './stakeModel.ts'
import { stakingTexts } from './texts.ts'
import { yieldTexts } from './yieldTexts.ts'
import styles from './CalculationSheet.module.css'

export type PastYieldProps = {
  poolKey: PoolKey
  pool: WebPool
  /** The pool's present state; undefined while unknown. */
  state: PoolSnapshot | undefined
  /** Chain time; null while unknown. */
  now: number | null
}

/** Milliseconds between two readings: a new day comes rarely. */
const REFRESH = 300_000

/** A pool's past payments per day, by the servers' tables, and its present payment, by the chain. */
export function PastYield({ poolKey, pool, state, now }: PastYieldProps) {
  const texts = useTexts(stakingTexts)
  const past = useTexts(yieldTexts)
  const [span, setSpan] = useState<Span>('month')
  const { reading } = useServerRead(
    `yields ${poolKey} ${span}`,
    () => getPoolYields({ pool: poolKey, period: 'day', count: SPANS[span] }),
    REFRESH,
  )
  const { multiplierBps = 10_000, duration = 0 } = pool.tiers[0] ?? {}
  const weight = quotedWeight(multiplierBps)
  const tokens = legsOf(pool, QUOTED_AMOUNT).map(wholeText).join(' + ')
  const amount = hasTerms(pool) ? `${tokens} · ${texts.term(termLength(duration))}` : tokens
  const data = valueOf(reading)
  const perDay = state === undefined || now === null ? null : ratePerDay(state, weight, now)

  return (
    <>
      <p className={styles.lead}>{past.title(amount)}</p>
      {reading.status === 'failed' ? (
        <p className={styles.lead}>{past.failed}</p>
      ) : (
        <>
          <Ranges ranges={['month', 'quarter']} value={span} onChange={setSpan} />
          <Chart
            label={past.title(amount)}
            points={data === undefined ? null : yieldPoints(data, weight, perDay, now ?? 0)}
            format={(wei) => rateIn(wei, pool.rewardToken, texts.satoshi).join(' ')}
            pool={poolKey}
            note={perDay === null ? undefined : past.now}
            empty={past.empty}
          />
        </>
      )}
    </>
  )
}
