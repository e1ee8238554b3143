import type { PoolKey } from '@galx/protocol/products'
import { useConfig } from '../../core/config/configStore.ts'
import { accountsInPools, poolStates } from '../../core/chain/reads.ts'
import { useChainReads } from '../../core/chain/useChainRead.ts'
import { ReadingAmount } from '../../design/Amount/Amount.tsx'
import { classNames } from '../../design/classNames.ts'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { mapReading, valueOf } from '../../core/state/reading.ts'
import { deployedPools, networkPower, ownPower, shortPercentText, type Power } from './powerModel.ts'
import { percentText } from '../../staking/format.ts'
import { Orbit } from './Orbit.tsx'
import orbitStyles from './Orbit.module.css'
import styles from './Hero.module.css'
import { galxTexts } from './texts.ts'

const NO_POOLS: readonly PoolKey[] = []

/**
 * The account's hash power over all products, and its share of the network: chain data alone. Without a wallet the same
 * picture shows the whole network.
 */
export function Hero() {
  const texts = useTexts(galxTexts)
  const config = useConfig()
  const connected = useAppStore((state) => state.address !== null)
  const keys = config === null ? NO_POOLS : deployedPools(config)
  const pools = useChainReads(poolStates(keys))
  const accounts = useChainReads(accountsInPools(keys))
  const network = config === null ? { status: 'loading' as const } : networkPower(pools, keys)
  const shown = !connected || config === null ? network : ownPower(accounts, keys)
  const power = valueOf(shown)
  const all = valueOf(network)

  const share = (part: Power['total'], total: Power['total']) => percentText(part, total) ?? texts.unknown
  const parts = power?.parts.map(({ pool, weight }) => ({
    pool,
    text: texts.hero.part(texts.poolName[pool], share(weight, power.total)),
    short: `${texts.poolShort[pool]} ${shortPercentText(weight, power.total)}`,
  }))
  const label =
    parts === undefined
      ? shown.status === 'failed'
        ? texts.hero.unread
        : texts.reading
      : parts.length === 0
        ? texts.hero.nothing
        : texts.hero.distribution(parts.map(({ text }) => text).join(', '))

  return (
    <section>
      <Orbit pools={keys} power={power ?? null} label={label} />
      <div className={styles.figures}>
        <div>
          <p className={styles.label}>{connected ? texts.hero.mine : texts.hero.network}</p>
          <p className={styles.figure}>
            <ReadingAmount
              reading={mapReading(shown, ({ total }) => total)}
              size="display"
              most={2}
              width={6}
            />
          </p>
        </div>
        <div key={connected ? 'share' : 'pools'} className={styles.right}>
          <p className={styles.label}>{connected ? texts.hero.share : texts.hero.pools}</p>
          <p className={styles.share}>
            {connected ? (
              power === undefined || all === undefined ? (
                shown.status === 'failed' || network.status === 'failed' ? (
                  texts.unknown
                ) : (
                  <Skeleton inline width="4ch" />
                )
              ) : (
                share(power.total, all.total)
              )
            ) : config === null ? (
              <Skeleton inline width="2ch" />
            ) : (
              keys.length
            )}
          </p>
        </div>
      </div>
      <ul className={styles.legend} aria-hidden="true">
        {parts === undefined ? (
          <li>{shown.status === 'failed' ? texts.hero.unread : <Skeleton inline width="16em" />}</li>
        ) : parts.length === 0 ? (
          <li>{texts.hero.nothing}</li>
        ) : (
          parts.map(({ pool, short }) => (
            <li key={pool}>
              <i className={classNames(styles.dot, orbitStyles[pool])} />
              {short}
            </li>
          ))
        )}
      </ul>
    </section>
  )
}
