import type { PoolKey } from '@galx/protocol/products'
import type { WebPool } from '@galx/protocol/webConfig'
import { useId } from 'react'
import { accountInPool, poolState } from '../core/chain/reads.ts'
import { useChainRead } from '../core/chain/useChainRead.ts'
import { valueOf } from '../core/state/reading.ts'
import { amountText } from '../design/Amount/amountText.ts'
import { Skeleton } from '../design/Skeleton/Skeleton.tsx'
import { TermOption } from '../design/TermOption/TermOption.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { bpsText, dateText, multiplierText, rateText, termLength } from './format.ts'
import { gainOfStake, QUOTED_AMOUNT } from './stakeModel.ts'
import { stakingTexts } from './texts.ts'
import { useChainNow } from './useChainNow.ts'
import styles from './TierPicker.module.css'

export type TierPickerProps = {
  poolKey: PoolKey
  pool: WebPool
  /** the configuration has loaded; before that, only the number of terms is known */
  known: boolean
  /** the typed amount, wei of the stake token; null while the field is empty: the rates are then for a thousand tokens */
  amount: bigint | null
  /** the chosen tier's index */
  value: number
  onChange: (tier: number) => void
}

/** The choice of a term: its length, its multiplier, the highest cost of an early exit, and its present reward. */
export function TierPicker({ poolKey, pool, known, amount, value, onChange }: TierPickerProps) {
  const texts = useTexts(stakingTexts)
  const group = useId()
  const reading = useChainRead(poolState(poolKey))
  const state = valueOf(reading)
  const account = valueOf(useChainRead(accountInPool(poolKey))) ?? null
  const now = useChainNow(60_000)
  const quoted = amount === null || amount === 0n ? QUOTED_AMOUNT : amount
  const unread = reading.status === 'failed' ? texts.unknown : <Skeleton inline width="5em" />
  const largest = Math.max(...pool.tiers.map(({ multiplierBps }) => multiplierBps))

  return (
    <div className={styles.picker}>
      <p className={styles.head}>
        <span>{texts.terms.label}</span>
        <span>
          {texts.terms.ratesFor(
            amount === null || amount === 0n ? texts.terms.thousand : amountText(amount),
            pool.stakeToken,
          )}
        </span>
      </p>
      <div role="radiogroup" aria-label={texts.terms.label} className={styles.terms}>
        {pool.tiers.map((tier, index) => (
          <TermOption
            key={index}
            group={group}
            checked={index === value}
            onChoose={() => onChange(index)}
            title={known ? texts.term(termLength(tier.duration)) : texts.unknown}
            multiplier={known ? texts.terms.multiplier(multiplierText(tier.multiplierBps)) : ''}
            fraction={known ? tier.multiplierBps / largest : 0}
            pool={poolKey}
            cost={
              !known
                ? ''
                : tier.penaltyBps === 0
                  ? texts.terms.costNone
                  : texts.terms.cost(bpsText(tier.penaltyBps))
            }
            gain={
              known && state !== undefined && now !== null
                ? texts.terms.perDay(rateText(gainOfStake(tier, state, account, quoted, now).perDay))
                : unread
            }
            until={known && now !== null ? texts.terms.until(dateText(now + tier.duration)) : unread}
          />
        ))}
      </div>
    </div>
  )
}
