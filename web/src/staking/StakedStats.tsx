import type { PoolKey } from '@galx/protocol/products'
import { positionsInPools } from '../core/chain/reads.ts'
import { useChainReads } from '../core/chain/useChainRead.ts'
import { useConfig } from '../core/config/configStore.ts'
import { LOADING } from '../core/state/reading.ts'
import { ReadingAmount } from '../design/Amount/Amount.tsx'
import { StatPair } from '../design/StatPair/StatPair.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { dailyTotal, poolsByReward, stakedTokens, stakedIn } from './rewardModel.ts'
import type { StakingProduct } from './product.ts'
import { stakingTexts } from './texts.ts'
import { useChainNow } from './useChainNow.ts'
import { useStakingReadings } from './useStaking.ts'

const MINUTE = 60_000

/** The account's stakes in a product's pools, token by token, with their present reward per day. */
export function StakedStats({ product }: { product: StakingProduct }) {
  const texts = useTexts(stakingTexts).stats
  const configured = useConfig()?.pools
  const positions = useChainReads(positionsInPools(product.pools))
  const readings = useStakingReadings(product.pools)
  const now = useChainNow(MINUTE)
  const pools = product.pools.flatMap((key: PoolKey) => {
    const pool = configured?.[key] ?? product.outlines[key]
    return pool === undefined ? [] : [{ key, ...pool }]
  })
  const tokens = stakedTokens(pools)
  const [first, ...others] = tokens
  const paid = poolsByReward(pools)
  return (
    <StatPair
      stats={[
        {
          label: texts.staked,
          unit: first,
          value: first !== undefined && (
            <div>
              <ReadingAmount reading={stakedIn(positions, pools, first)} most={2} width={6} />
            </div>
          ),
          note: others.map((token) => {
            const staked = stakedIn(positions, pools, token)
            return (
              <div key={token}>
                <ReadingAmount reading={staked} token={token} most={2} width={6} />
              </div>
            )
          }),
        },
        {
          label: texts.daily,
          unit: paid.length === 1 ? paid[0]?.token : undefined,
          value: paid.map(({ token, keys }) => (
            <div key={token}>
              <ReadingAmount
                reading={now === null ? LOADING : dailyTotal(readings, keys, now)}
                token={paid.length === 1 ? undefined : token}
                most={4}
                width={6}
              />
            </div>
          )),
          note: texts.changes,
        },
      ]}
    />
  )
}
