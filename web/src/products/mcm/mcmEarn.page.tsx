import { PRODUCTS } from '@galx/protocol/products'
import { bonusRows } from '../../bonuses/lazyBonuses.tsx'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { Columns, Page } from '../../design/Card/Card.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { ChainStrip } from '../../staking/ChainStrip.tsx'
import { ClaimCard } from '../../staking/ClaimCard.tsx'
import { stakingTexts } from '../../staking/texts.ts'
import { useHasStake } from '../../staking/useStaking.ts'
import { EarningsSection } from './EarningsSection.tsx'
import { McmNav } from './McmNav.tsx'
import { NowSection } from './NowSection.tsx'
import { MCM } from './product.ts'
import { mcmTexts } from './texts.ts'

const ROWS = bonusRows(PRODUCTS.mcm.programs)

/** /mcmEarn: the claim, the account's present hash power and share, and its earnings over time. */
export default function McmEarnPage() {
  const texts = useTexts(mcmTexts)
  const staking = useTexts(stakingTexts)
  const connected = useAppStore((state) => state.address !== null)
  const staked = useHasStake(MCM.pools)
  const state = !connected ? 'visitor' : staked.status === 'loading' ? 'reading' : 'mine'
  return (
    <Page title={texts.pages.mcmEarn.title} lead={texts.pages.mcmEarn.lead}>
      <McmNav current="mcmEarn" />
      <SectionBoundary name={staking.chain.title}>
        <ChainStrip />
      </SectionBoundary>
      {/* Each state is drawn as new elements, so that nothing on the screen counts as moved. */}
      <Columns key={state}>
        {state === 'reading' && <Skeleton shape="block" height="320px" />}
        {/* A stake that cannot be read may exist: the part is left out only if it is known to be empty. */}
        {state === 'mine' && valueOf(staked) !== false && (
          <SectionBoundary name={staking.claim.title}>
            <ClaimCard product={MCM} bonusRows={ROWS} />
          </SectionBoundary>
        )}
        {state !== 'reading' && (
          <>
            <SectionBoundary name={texts.now.title}>
              <NowSection />
            </SectionBoundary>
            <SectionBoundary name={texts.earnings.title}>
              <EarningsSection />
            </SectionBoundary>
          </>
        )}
      </Columns>
    </Page>
  )
}
