import type { PoolKey } from '@galx/protocol/products'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { poolState } from '../../core/chain/reads.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { runTransaction } from '../../core/transactions/runTransaction.ts'
import { Button } from '../../design/Button/Button.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { shortAmountText } from '../format.ts'
import { compoundIntent } from '../intents.ts'
import { useBusy } from '../useStaking.ts'
import { previewTexts } from './texts.ts'

export type CompoundButtonProps = {
  pool: PoolKey
  /** what the pool owes the account, wei */
  owed: bigint
}

/** Stakes what a pool that can compound owes the account. */
export default function CompoundButton({ pool: key, owed }: CompoundButtonProps) {
  const texts = useTexts(previewTexts)
  const pool = useConfig()?.pools[key]
  const paused = (valueOf(useChainRead(poolState(key)))?.stakingPausedUntil ?? 0) > 0
  const connected = useAppStore((state) => state.connection === 'connected')
  const busy = useBusy()
  if (pool === undefined) return null
  return (
    <Button
      variant="secondary"
      wide
      busy={busy}
      disabled={!connected || paused || owed === 0n}
      onClick={() => void runTransaction(compoundIntent(key, pool.rewardToken))}
    >
      {texts.compound(
        owed === 0n ? pool.rewardToken : `${shortAmountText(owed, pool.rewardToken)} ${pool.rewardToken}`,
      )}
    </Button>
  )
}
