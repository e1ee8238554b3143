import { earnedAt, ratePerDay } from '@galx/protocol/formulas'
import type { PoolKey } from '@galx/protocol/products'
import { groupThousands } from '@galx/protocol/units'
import type { WebPool } from '@galx/protocol/webConfig'
import { accountInPool, poolState } from '../core/chain/reads.ts'
import { useChainRead, useHead } from '../core/chain/useChainRead.ts'
import { useConfig } from '../core/config/configStore.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { valueOf } from '../core/state/reading.ts'
import { AddressTag } from '../design/AddressTag/AddressTag.tsx'
import { Amount } from '../design/Amount/Amount.tsx'
import { shownDecimals } from '../design/Amount/shownDecimals.ts'
import { FactList, type Fact } from '../design/FactList/FactList.tsx'
import { Sheet } from '../design/Sheet/Sheet.tsx'
import { Skeleton } from '../design/Skeleton/Skeleton.tsx'
import { ownText } from '../i18n/hiddenAmounts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { boostText, multiplierText, percentText, termLength } from './format.ts'
import { PastYield } from './PastYield.tsx'
import { hasTerms, poolTokens, type StakingProduct } from './product.ts'
import { sheetTexts } from './sheetTexts.ts'
import { stakingTexts } from './texts.ts'
import { useChainNow } from './useChainNow.ts'
import styles from './CalculationSheet.module.css'

export type CalculationSheetProps = {
  product: StakingProduct
  open: boolean
  onClose: () => void
}

/** The calculation of the reward: the contract's formula with this account's numbers, read from the chain. */
export default function CalculationSheet({ product, open, onClose }: CalculationSheetProps) {
  const texts = useTexts(sheetTexts).how
  const config = useConfig()
  return (
    <Sheet open={open} onClose={onClose} title={texts.title}>
      <div className={styles.body}>
        <p className={styles.formula}>{texts.formula}</p>
        <p className={styles.lead}>{texts.lead}</p>
        {product.pools.map((key) => {
          const pool = config?.pools[key]
          return pool === undefined ? null : <PoolCalculation key={key} poolKey={key} pool={pool} />
        })}
        <p className={styles.lead}>{texts.rounding}</p>
        {config !== null && (
          <p className={styles.contract}>
            <span>{texts.contract}</span>
            <AddressTag address={config.contracts.StakingPools} explorerUrl={config.explorerUrl} />
          </p>
        )}
      </div>
    </Sheet>
  )
}

function PoolCalculation({ poolKey, pool: terms }: { poolKey: PoolKey; pool: WebPool }) {
  const texts = useTexts(stakingTexts)
  const { how } = useTexts(sheetTexts)
  const connected = useAppStore((state) => state.address !== null)
  const head = useHead()
  const reading = useChainRead(poolState(poolKey))
  const pool = valueOf(reading)
  const account = valueOf(useChainRead(accountInPool(poolKey)))
  const now = useChainNow(1_000)
  const token = terms.rewardToken

  const facts: Fact[] = []
  if (pool === undefined || now === null || head === null) {
    facts.push({
      label: how.rate,
      value: reading.status === 'failed' ? texts.unknown : <Skeleton inline width="8em" />,
    })
  } else {
    facts.push(
      {
        label: how.rate,
        value: <Amount value={pool.rewardRate} token={token} most={shownDecimals(token) + 3} shared />,
      },
      { label: how.total, value: <Amount value={pool.totalWeight} shared /> },
    )
    if (connected && account !== undefined && account.weight > 0n) {
      const earned = earnedAt(account, pool, now)
      facts.push(
        { label: how.own, value: <Amount value={account.weight} /> },
        { label: how.share, value: ownText(percentText(account.weight, pool.totalWeight) ?? texts.unknown) },
        {
          label: how.day,
          value: <Amount value={ratePerDay(pool, account.weight, now) ?? 0n} token={token} />,
        },
        {
          label: how.settled(groupThousands(head.number.toString())),
          value: <Amount value={account.earned} token={token} least={shownDecimals(token)} />,
        },
        {
          label: how.since,
          value: <Amount value={earned - account.earned} token={token} least={shownDecimals(token)} gain />,
        },
      )
    }
  }
  const multipliers = terms.tiers
    .map(({ duration, multiplierBps }) =>
      how.termMultiplier(texts.term(termLength(duration)), multiplierText(multiplierBps)),
    )
    .join(', ')
  return (
    <section className={styles.pool}>
      <h3>{poolTokens(terms)}</h3>
      <FactList facts={facts} />
      <PastYield poolKey={poolKey} pool={terms} state={pool} now={now} />
      {connected && account?.weight === 0n && <p className={styles.lead}>{how.noStake}</p>}
      <p className={styles.lead}>
        {hasTerms(terms)
          ? how.multipliers(terms.stakeToken, multipliers)
          : how.multiplier(terms.stakeToken, multiplierText(terms.tiers[0]?.multiplierBps ?? 10_000))}
      </p>
      {account !== undefined && account.boostBps > 10_000 && (
        <p className={styles.lead}>{how.boost(boostText(account.boostBps))}</p>
      )}
      {terms.tiers.some(({ penaltyBps }) => penaltyBps > 0) && <p className={styles.lead}>{how.early}</p>}
    </section>
  )
}
