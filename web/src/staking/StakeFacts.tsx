import { Suspense, type ReactNode } from 'react'
import type { PoolKey } from '@galx/protocol/products'
import type { WebPool, WebTier } from '@galx/protocol/webConfig'
import { earlyExitPenalty } from '@galx/protocol/formulas'
import { aaaFee } from '../core/chain/aaaFee.ts'
import { accountInPool, poolState } from '../core/chain/reads.ts'
import { useChainRead } from '../core/chain/useChainRead.ts'
import { namedInviter } from '../core/session/namedInviter.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { valueOf } from '../core/state/reading.ts'
import { StaleMark } from '../design/Amount/Amount.tsx'
import { amountText } from '../design/Amount/amountText.ts'
import { FactList, type Fact } from '../design/FactList/FactList.tsx'
import { Skeleton } from '../design/Skeleton/Skeleton.tsx'
import { lazyOrFallback } from '../design/lazy.tsx'
import { ownText } from '../i18n/hiddenAmounts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { Change } from './Change.tsx'
import { bpsText, dateText, minuteText, percentText, rateIn, shownCost } from './format.ts'
import { hasTerms } from './product.ts'
import { budgetLeft } from './rewardModel.ts'
import { gainOfStake, legsOf, QUOTED_AMOUNT, type StakeGain, wholeText } from './stakeModel.ts'
import { stakingTexts } from './texts.ts'
import { useChainNow } from './useChainNow.ts'
import styles from './StakeCard.module.css'

const MINUTE = 60_000

// Needed only once a person types an amount.
const NetworkFeeFact = lazyOrFallback(() => import('./preview/NetworkFeeFact.tsx'), '—')
const WorthFact = lazyOrFallback(() => import('./preview/WorthFact.tsx'), '—')

export type StakeFactsProps = {
  poolKey: PoolKey
  pool: WebPool
  /** the configuration has loaded; before that, only the names of the facts are shown */
  known: boolean
  /** the chosen tier's index */
  tier: number
  /** the typed amount, wei of the stake token */
  amount: bigint | null
  /** shown in place of the stake's own network fee; null: no network fee is shown */
  networkFee?: ReactNode
}

/** The expected result of a stake at the chain's present figures: reward, share, exits, and the end of the budget. */
export function StakeFacts({ poolKey, pool, known, tier: index, amount, networkFee }: StakeFactsProps) {
  const texts = useTexts(stakingTexts)
  const { stake } = texts
  const inviter = useAppStore(({ address, userInfo }) => namedInviter(userInfo, address))
  const reading = useChainRead(poolState(poolKey))
  const account = valueOf(useChainRead(accountInPool(poolKey))) ?? null
  const now = useChainNow(MINUTE)
  const state = known ? valueOf(reading) : undefined
  const tier = pool.tiers[index] ?? { duration: 0, multiplierBps: 10_000, penaltyBps: 0 }
  const typed = amount !== null && amount > 0n ? amount : null

  const waiting = <Skeleton inline width="9em" />
  const unknown = reading.status === 'failed' ? texts.unknown : waiting
  const stale = reading.status === 'stale' ? <StaleMark at={reading.at} /> : null
  const gain = (wei: bigint) =>
    state === undefined || now === null ? null : gainOfStake(tier, state, account, wei, now)

  const facts: Fact[] = []
  if (typed === null) {
    const quoted = gain(QUOTED_AMOUNT)
    facts.push({
      label: stake.rate,
      value:
        quoted === null ? (
          unknown
        ) : quoted.perDay === 0n ? (
          stake.rateEnded
        ) : (
          <>
            {stake.perThousand(
              // For a pair, both tokens are named.
              pool.pairToken === null ? null : legsOf(pool, QUOTED_AMOUNT).map(wholeText).join(' + '),
              ...rateIn(quoted.perDay, pool.rewardToken, texts.satoshi),
            )}
            {stale}
          </>
        ),
    })
  } else {
    facts.push(...gainFacts(texts, pool, gain(typed), unknown, stale))
  }
  if (typed !== null && known) {
    facts.push({ label: stake.worth, value: soon(<WorthFact amounts={legsOf(pool, typed)} />) })
    const own = (
      <NetworkFeeFact call={{ name: 'stake', pool: poolKey, amount: typed, tier: index, inviter }} />
    )
    if (networkFee !== null)
      facts.push({ label: stake.networkFee, value: networkFee === undefined ? soon(own) : networkFee })
  }
  if (hasTerms(pool))
    facts.push(
      { label: stake.until, value: known && now !== null ? minuteText(now + tier.duration) : waiting },
      { label: stake.early, value: known ? earlyText(tier) : waiting },
    )
  else facts.push({ label: stake.out, value: stake.outAnyTime })
  if (pool.stakeToken === 'AAA') facts.push({ label: stake.fee, value: <TradeFee /> })

  function earlyText({ penaltyBps, duration }: WebTier): string {
    if (penaltyBps === 0) return stake.earlyNone
    if (typed === null) return stake.earlyRate(bpsText(penaltyBps))
    const cost = shownCost(earlyExitPenalty(typed, tier, duration, 0))
    return stake.earlyMost(`${amountText(cost)} ${pool.stakeToken}`, bpsText(penaltyBps))
  }

  const left = state === undefined || now === null ? null : budgetLeft(state, now)
  const budget =
    state === undefined || now === null
      ? unknown
      : left === null
        ? stake.budgetEnded
        : left.days === 0
          ? stake.budgetLastDay(dateText(left.end))
          : stake.budgetLeft(String(left.days), dateText(left.end))
  facts.push({ label: stake.budget, value: budget })

  return (
    <>
      <FactList facts={facts} />
      {left !== null && now !== null && left.end < now + tier.duration && (
        <p className={styles.budgetNote}>{stake.budgetShort(dateText(left.end))}</p>
      )}
    </>
  )
}

type Texts = ReturnType<typeof stakingTexts.current>

/** The reward of the typed amount, and its share of the pool. */
function gainFacts(
  texts: Texts,
  pool: WebPool,
  found: StakeGain | null,
  unknown: ReactNode,
  stale: ReactNode,
): Fact[] {
  const { stake } = texts
  const share = (part: StakeGain['before']) => ownText(percentText(part.own, part.total) ?? '0%')
  return [
    {
      label: stake.gain,
      value:
        found === null ? (
          unknown
        ) : found.perDay === 0n ? (
          stake.rateEnded
        ) : (
          <b>
            {stake.perDay(...rateIn(found.perDay, pool.rewardToken, texts.satoshi))}
            {stale}
          </b>
        ),
    },
    {
      label: stake.share,
      value: found === null ? unknown : <Change from={share(found.before)} to={share(found.after)} />,
    },
  ]
}

function soon(part: ReactNode) {
  return <Suspense fallback={<Skeleton inline width="8em" />}>{part}</Suspense>
}

/** AAA takes a fee on trades: a person who stakes AAA wants to know that staking is not a trade. */
function TradeFee() {
  const texts = useTexts(stakingTexts)
  const reading = useChainRead(aaaFee, { every: MINUTE })
  const fee = valueOf(reading)
  if (fee !== undefined) return texts.stake.feeNone(bpsText(fee.rateBps))
  return reading.status === 'failed' ? texts.unknown : <Skeleton inline width="9em" />
}
