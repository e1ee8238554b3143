import type { PoolKey } from '@galx/protocol/products'
import type { WebPool } from '@galx/protocol/webConfig'
import { accountInPool, poolState, positionsIn } from '../../core/chain/reads.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import type { Intent } from '../../core/transactions/intent.ts'
import { runTransaction } from '../../core/transactions/runTransaction.ts'
import { said } from '../../design/Amount/said.tsx'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { boostText, ownRate } from '../format.ts'
import { stakingTexts } from '../texts.ts'
import { useBusy } from '../useStaking.ts'
import { useChainNow } from '../useChainNow.ts'
import { boostIsBehind, gainOfLevel } from './boostModel.ts'
import type { LevelTable } from './levelReaders.ts'
import { boostTexts } from './texts.ts'
import { useLevels } from './useLevels.ts'

const MINUTE = 60_000

/** For each of these pools that does not count the boost of the account's level yet: the cost per day, and the button that applies the boost. */
export default function BoostNotice({ pools }: { pools: readonly PoolKey[] }) {
  const { table, own } = useLevels()
  const configured = useConfig()?.pools ?? {}
  const [known, level] = [valueOf(table), valueOf(own)]
  if (known === undefined || level === undefined) return null
  return pools.map((key) => {
    const pool = configured[key]
    if (pool === undefined || !known.boosted.includes(key)) return null
    return <PoolNotice key={key} poolKey={key} pool={pool} levels={known.levels} level={level} />
  })
}

type PoolNoticeProps = { poolKey: PoolKey; pool: WebPool; levels: LevelTable['levels']; level: number }

function PoolNotice({ poolKey, pool, levels, level }: PoolNoticeProps) {
  const texts = useTexts(boostTexts)
  const { satoshi } = useTexts(stakingTexts)
  const account = valueOf(useChainRead(accountInPool(poolKey)))
  const state = valueOf(useChainRead(poolState(poolKey)))
  const positions = valueOf(useChainRead(positionsIn(poolKey)))
  const now = useChainNow(MINUTE)
  const busy = useBusy()
  const boostBps = levels[level]?.boostBps
  if (boostBps === undefined || account === undefined || !boostIsBehind(levels, level, account)) return null
  const perDay =
    state === undefined || positions === undefined || now === null
      ? null
      : gainOfLevel({ pool, state, account, positions, now }, boostBps).perDay
  const less = perDay === null ? 0n : perDay.after - perDay.before
  return (
    <Banner
      kind="warning"
      icon="power"
      action={
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          onClick={() => void runTransaction(syncBoostIntent(poolKey))}
        >
          {texts.action}
        </Button>
      }
    >
      {said(
        texts.waits(boostText(boostBps), pool.stakeToken) +
          (less > 0n ? texts.less(...ownRate(less, pool.rewardToken, satoshi)) : ''),
      )}
    </Banner>
  )
}

/** Makes a pool apply the boost of the account's level to the account's stakes there. */
function syncBoostIntent(pool: PoolKey): Intent {
  return {
    describe: () => ({ name: 'syncBoost', values: [] }),
    prepare: (account) => ({ call: { name: 'syncBoost', pool, account }, spends: [] }),
  }
}
