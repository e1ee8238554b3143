import { PROGRAM_KEYS } from '@galx/protocol/products'
import { Suspense } from 'react'
import { useGranted } from '../../bonuses/useGranted.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { ButtonLink } from '../../design/Button/ButtonLink.tsx'
import { Card, Columns, Page } from '../../design/Card/Card.tsx'
import { EmptyState } from '../../design/EmptyState/EmptyState.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { lazyOrFallback, lazyWithRetry } from '../../design/lazy.tsx'
import { useLocation } from '../../shell/navigation/useLocation.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { ChainStrip } from '../../staking/ChainStrip.tsx'
import { claimableOf } from '../../staking/rewardModel.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import { useHasStake, useStakingReadings } from '../../staking/useStaking.ts'
import { stakingTexts } from '../../staking/texts.ts'
import { ClaimCard } from './ClaimCard.tsx'
import { Connect } from './Connect.tsx'
import { HistorySection } from './HistorySection.tsx'
import { StakedSection } from './StakedSection.tsx'
import { earnTexts } from './texts.ts'
import { TokenSection } from './TokenSection.tsx'
import { TotalsSection } from './TotalsSection.tsx'
import { holdsAnything, useHoldings } from './useHoldings.ts'

const MINUTE = 60_000

const WatchView = lazyWithRetry(() => import('./watch/WatchView.tsx'))
const DatesView = lazyWithRetry(() => import('./DatesView.tsx'))
const DueLine = lazyOrFallback(() => import('../../activity/dates/DueLine.tsx'))
const OthersSection = lazyWithRetry(() => import('./others/OthersSection.tsx'))
const WatchForm = lazyWithRetry(() => import('../../activity/WatchForm.tsx'))

/** /earn: the claimable amounts, the stakes, the sums by token and the history of all products. Everything but the history comes from the chain. */
export default function EarnPage() {
  const { search } = useLocation()
  const parameters = new URLSearchParams(search)
  const of = parameters.get('of')
  const dates = parameters.get('view') === 'dates'
  if (of === null && !dates) return <OwnEarnings />
  return (
    <Suspense fallback={<Skeleton shape="block" height="340px" />}>
      {of === null ? <DatesView /> : <WatchView key={of} of={of} dates={dates} />}
    </Suspense>
  )
}

function OwnEarnings() {
  const texts = useTexts(earnTexts)
  const staking = useTexts(stakingTexts)
  const connected = useAppStore((state) => state.address !== null)
  return (
    <Page title={texts.title} lead={texts.lead}>
      <SectionBoundary name={staking.chain.title}>
        <ChainStrip />
      </SectionBoundary>
      {connected ? (
        <>
          <Holdings />
          <Suspense fallback={<Skeleton shape="block" height="108px" />}>
            <DueLine />
          </Suspense>
          <SectionBoundary name={texts.others}>
            <Suspense fallback={<Skeleton shape="block" height="200px" />}>
              <OthersSection />
            </Suspense>
          </SectionBoundary>
          <SectionBoundary name={texts.totals.title}>
            <TotalsSection />
          </SectionBoundary>
          <SectionBoundary name={texts.history.title}>
            <HistorySection />
          </SectionBoundary>
        </>
      ) : (
        <>
          <Connect />
          <Suspense>
            <WatchForm />
          </Suspense>
        </>
      )}
    </Page>
  )
}

function Holdings() {
  const texts = useTexts(earnTexts)
  const holdings = useHoldings(MINUTE)
  const keys = holdings.pools.map(({ pool }) => pool.key)
  // Rewards of earlier stakes remain after the stakes have left.
  const owed = useHasStake(keys)
  const readings = useStakingReadings(keys)
  const now = useChainNow(MINUTE)
  const anything = holdsAnything(holdings)
  // Bonuses remain after all stakes have left.
  const granted = useGranted(PROGRAM_KEYS)
  const waiting =
    now === null ||
    anything.status === 'loading' ||
    owed.status === 'loading' ||
    keys.some((key) => claimableOf(readings, key, now).status === 'loading')
  // Render no part that would have to move once the rest is known.
  if (waiting)
    return (
      <>
        <Skeleton shape="block" height="340px" />
        <Skeleton shape="block" height="520px" />
      </>
    )
  const nothing = valueOf(anything) === false && valueOf(owed) === false && granted !== true
  if (nothing && holdings.pools.length > 0) {
    return (
      <Card>
        <EmptyState
          icon="orbit"
          title={texts.nothing.title}
          text={texts.nothing.text}
          action={<ButtonLink to="/galx">{texts.nothing.action}</ButtonLink>}
        />
      </Card>
    )
  }
  return (
    <Columns>
      <SectionBoundary name={texts.claim.none}>
        <ClaimCard />
      </SectionBoundary>
      <SectionBoundary name={texts.staked.title}>
        <StakedSection />
      </SectionBoundary>
      <SectionBoundary name={texts.tokens.title}>
        <TokenSection />
      </SectionBoundary>
    </Columns>
  )
}
