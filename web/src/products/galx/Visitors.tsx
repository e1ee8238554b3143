import { PAGE_OF_POOL, type PoolKey } from '@galx/protocol/products'
import { Suspense } from 'react'
import type { WebPool } from '@galx/protocol/webConfig'
import { poolState } from '../../core/chain/reads.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { Card, Section } from '../../design/Card/Card.tsx'
import { Icon, type IconName } from '../../design/Icon/Icon.tsx'
import { PoolMark } from '../../design/PoolMark/PoolMark.tsx'
import { PositionRow } from '../../design/PositionRow/PositionRow.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { lazyOrFallback } from '../../design/lazy.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { goTo } from '../../shell/navigation/appHistory.ts'
import { multiplierText, rateIn, termLength } from '../../staking/format.ts'
import { poolName } from '../../staking/names.ts'
import { poolTokens } from '../../staking/product.ts'
import { gainOfStake, QUOTED_AMOUNT } from '../../staking/stakeModel.ts'
import { stakingTexts } from '../../staking/texts.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import { galxTexts } from './texts.ts'
import styles from './Visitors.module.css'

const MINUTE = 60_000

const WatchForm = lazyOrFallback(() => import('../../activity/WatchForm.tsx'))

const FACTS = [
  ['lock', 'principal'],
  ['droplet', 'rewards'],
  ['offline', 'servers'],
] as const satisfies readonly (readonly [IconName, string])[]

/** For a visitor without a wallet: the reason why no trust is needed, and each pool's present rate. */
export default function Visitors() {
  const texts = useTexts(galxTexts).visitors
  const config = useConfig()
  const pools = Object.entries(config?.pools ?? {}) as [PoolKey, WebPool][]
  return (
    <>
      <Section title={texts.trust}>
        <Card padding="rows">
          <ul>
            {FACTS.map(([icon, name]) => (
              <PositionRow
                key={name}
                mark={
                  <span className={styles.icon}>
                    <Icon name={icon} />
                  </span>
                }
                title={texts[name].title}
                detail={texts[name].text}
                onOpen={() => goTo('/safe')}
              />
            ))}
          </ul>
        </Card>
      </Section>
      <Section title={texts.pools}>
        <Card padding="rows">
          <ul>
            {pools.map(([key, pool]) => (
              <PoolRow key={key} name={key} pool={pool} />
            ))}
          </ul>
        </Card>
      </Section>
      <Suspense>
        <WatchForm />
      </Suspense>
    </>
  )
}

/** A pool by its longest term, with the daily reward of a thousand additional tokens. */
function PoolRow({ name, pool }: { name: PoolKey; pool: WebPool }) {
  const texts = useTexts(galxTexts)
  const { term, satoshi } = useTexts(stakingTexts)
  const reading = useChainRead(poolState(name))
  const state = valueOf(reading)
  const now = useChainNow(MINUTE)
  const longest = pool.tiers.at(-1)
  const gain =
    state === undefined || now === null || longest === undefined
      ? null
      : gainOfStake(longest, state, null, QUOTED_AMOUNT, now).perDay
  const tokens = poolTokens(pool)
  return (
    <PositionRow
      mark={<PoolMark pool={name} token={pool.stakeToken} elapsed={1} />}
      title={poolName(name)}
      detail={
        longest === undefined || longest.duration === 0
          ? texts.visitors.anyTime(tokens)
          : texts.visitors.upTo(
              tokens,
              term(termLength(longest.duration)),
              multiplierText(longest.multiplierBps),
            )
      }
      amount={
        gain === null ? (
          reading.status === 'failed' ? (
            texts.unknown
          ) : (
            <Skeleton inline width="5em" />
          )
        ) : (
          rateIn(gain, pool.rewardToken, satoshi).join(' ')
        )
      }
      gain={texts.visitors.perThousand}
      onOpen={() => goTo(`/${PAGE_OF_POOL[name]}`)}
    />
  )
}
