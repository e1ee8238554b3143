import { useState, type ReactNode } from 'react'
import { Section } from '../design/Card/Card.tsx'
import { SectionBoundary } from '../design/Section/SectionBoundary.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { ClaimCard } from './ClaimCard.tsx'
import type { TakeBonus } from './claimableBonus.ts'
import { HowButton } from './HowButton.tsx'
import { MineFirst } from './MineFirst.tsx'
import { PositionsSection } from './PositionsSection.tsx'
import type { StakingProduct } from './product.ts'
import { StakeCard } from './StakeCard.tsx'
import { StakedStats } from './StakedStats.tsx'
import type { TermParts } from './termParts.ts'
import { stakingTexts } from './texts.ts'
import { useHasStake } from './useStaking.ts'

export type StakingSectionsProps = {
  product: StakingProduct
  /** Headings where the product has its own words. */
  titles: { stake: string; positions?: string | undefined }
  /** The tier chosen at first. */
  firstTier?: number | undefined
  /** Where one of the product's pools has terms. */
  terms?: TermParts | undefined
  /** A small picture in the claim card's corner. */
  figure?: ReactNode
  /** Further rows of the claim card; what they hand over is claimed along. */
  bonusRows?: ((take: TakeBonus) => ReactNode) | undefined
  /** Below the claim card, instead of what is staked and what it brings. */
  summary?: ReactNode
  /** What follows the stake card. */
  children?: ReactNode
}

/**
 * The parts of a product's page, in the order a person needs them: what is mine with its button, what is staked and what it
 * brings, a new stake, my positions. Where nothing is staked yet the stake card comes first.
 */
export function StakingSections({
  product,
  titles,
  firstTier,
  terms,
  figure,
  bonusRows,
  summary,
  children,
}: StakingSectionsProps) {
  const texts = useTexts(stakingTexts)
  const staked = useHasStake(product.pools)
  const [typed, setTyped] = useState(false)
  const mine = (
    <>
      <SectionBoundary name={texts.claim.title}>
        <ClaimCard product={product} quiet={typed} figure={figure} bonusRows={bonusRows} />
      </SectionBoundary>
      <SectionBoundary name={texts.stats.staked}>
        {summary ?? <StakedStats product={product} />}
      </SectionBoundary>
    </>
  )
  const positions = (
    <SectionBoundary name={titles.positions ?? texts.positions.title}>
      <PositionsSection product={product} title={titles.positions} terms={terms} />
    </SectionBoundary>
  )
  const form = (
    <Section title={titles.stake} anchor="stake" action={<HowButton product={product} />}>
      <SectionBoundary name={titles.stake}>
        <StakeCard product={product} firstTier={firstTier} terms={terms} onTyped={setTyped} />
      </SectionBoundary>
    </Section>
  )
  return (
    <MineFirst held={staked} mine={mine} form={form} details={positions}>
      {children}
    </MineFirst>
  )
}
