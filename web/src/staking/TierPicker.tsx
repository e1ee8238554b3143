import type { PoolKey } from '@galx/protocol/products'
import type { WebPool, WebTier } from '@galx/protocol/webConfig'
import { useEffect } from 'react'
import { poolState } from '../core/chain/reads.ts'
import { useChainRead } from '../core/chain/useChainRead.ts'
import { valueOf } from '../core/state/reading.ts'
import { SegmentedControl } from '../design/SegmentedControl/SegmentedControl.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { multiplierText, termLength } from './format.ts'
import { budgetLeft } from './rewardModel.ts'
import { stakingTexts } from './texts.ts'
import { useChainNow } from './useChainNow.ts'

export type TierPickerProps = {
  poolKey: PoolKey
  pool: WebPool
  /** the configuration has loaded; before that, only the number of terms is known */
  known: boolean
  /** the chosen tier's index; null until the budget's end is known or a person chooses */
  value: number | null
  /** the tier chosen at first if the budget covers it */
  wished: number
  onChange: (tier: number) => void
}

/** @returns the wished tier, or else the longest shorter term that ends within `seconds`, or else the shortest term */
function coveredTier(tiers: readonly WebTier[], wished: number, seconds: number): number {
  let tier = wished
  while (tier > 0 && (tiers[tier]?.duration ?? 0) > seconds) tier -= 1
  return tier
}

/** The choice of a term: its length and its multiplier. The facts below it are those of the chosen term. */
export function TierPicker({ poolKey, pool, known, value, wished, onChange }: TierPickerProps) {
  const texts = useTexts(stakingTexts)
  const state = valueOf(useChainRead(poolState(poolKey)))
  const now = useChainNow(60_000)
  const left = known && state !== undefined && now !== null ? budgetLeft(state, now) : null
  const covered = left === null || now === null ? null : coveredTier(pool.tiers, wished, left.end - now)

  useEffect(() => {
    if (value === null && covered !== null) onChange(covered)
  }, [covered, value, onChange])

  return (
    <SegmentedControl
      label={texts.terms.label}
      value={String(value)}
      onChange={(tier) => onChange(Number(tier))}
      options={pool.tiers.map((tier, index) => ({
        value: String(index),
        label: known
          ? `${texts.term(termLength(tier.duration))}\n${texts.terms.multiplier(multiplierText(tier.multiplierBps))}`
          : `${texts.unknown}\n\u00a0`,
      }))}
    />
  )
}
