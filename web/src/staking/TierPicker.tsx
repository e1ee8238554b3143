import type { PoolKey } from '@galx/protocol/products'
import type { WebPool } from '@galx/protocol/webConfig'
import { useEffect } from 'react'
import { poolState } from '../core/chain/reads.ts'
import { useChainRead } from '../core/chain/useChainRead.ts'
import { valueOf } from '../core/state/reading.ts'
import { SegmentedControl } from '../design/SegmentedControl/SegmentedControl.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { multiplierText, termLength } from './format.ts'
import { budgetLeft } from './rewardModel.ts'
import { coveredTier } from './stakeModel.ts'
import { stakingTexts } from './texts.ts'
import { useChainNow } from './useChainNow.ts'

export type TierPickerProps = {
  poolKey: PoolKey
  pool: WebPool
  /** the configuration is there; else the terms are only counted */
  known: boolean
  /** wei of the stake token as typed; null while nothing is typed */
  amount: bigint | null
  /** the chosen tier's index; null before any is chosen, which is shown as the first */
  value: number | null
  onChange: (tier: number) => void
}

/**
 * The choice of a term: how long, and what it multiplies. What the chosen one earns and costs follows below it. At first it
 * chooses one that the reward budget covers to its end, and never while an amount stands in the field.
 */
export function TierPicker({ poolKey, pool, known, amount, value, onChange }: TierPickerProps) {
  const texts = useTexts(stakingTexts)
  const state = valueOf(useChainRead(poolState(poolKey)))
  const now = useChainNow(60_000)
  const covered =
    known && state !== undefined && now !== null ? coveredTier(pool, budgetLeft(state, now), now) : null
  const choice = value === null && amount === null ? covered : null
  useEffect(() => {
    if (choice !== null) onChange(choice)
  }, [choice, onChange])

  return (
    <SegmentedControl
      label={texts.terms.label}
      value={String(value ?? 0)}
      onChange={(chosen) => onChange(Number(chosen))}
      options={pool.tiers.map(({ duration, multiplierBps }, index) => ({
        value: String(index),
        label: known
          ? `${texts.term(termLength(duration))}
${texts.terms.multiplier(multiplierText(multiplierBps))}`
          : `${texts.unknown}
${texts.unknown}`,
      }))}
    />
  )
}
