import type { PoolKey } from '@galx/protocol/products'
import { useConfig } from '../core/config/configStore.ts'
import { valueOf } from '../core/state/reading.ts'
import { amountText } from '../design/Amount/amountText.ts'
import { shownDecimals } from '../design/Amount/shownDecimals.ts'
import { ownText } from '../i18n/hiddenAmounts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { claimableOf } from './rewardModel.ts'
import { stakingTexts } from './texts.ts'
import { useChainNow } from './useChainNow.ts'
import { useStakingReadings } from './useStaking.ts'

/** The account's present reward in a pool, counting by the second, with the most decimals; a dash while unknown. */
export function useEarned(key: PoolKey): string {
  const texts = useTexts(stakingTexts)
  const decimals = shownDecimals(useConfig()?.pools[key]?.rewardToken)
  const readings = useStakingReadings([key])
  const now = useChainNow(1_000)
  const earned = now === null ? undefined : valueOf(claimableOf(readings, key, now))
  return earned === undefined ? texts.unknown : ownText(amountText(earned, 18, decimals, decimals))
}
