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
import type { ZapParts } from './zapProps.ts'

export type StakingSectionsProps = {
  product: StakingProduct
  /** Headings, if the product has its own words. */
  titles: { stake: string; positions?: string | undefined }
  /** The tier chosen at first. */
  firstTier?: number | undefined
  /** Present if one of the product's pools has terms. */
  terms?: TermParts | undefined
  /** Present if another token may pay a stake. */
  zap?: ZapParts | undefined
  /** A small picture in the claim card's corner. */
  figure?: ReactNode
  /** Further rows of the claim card. Their claims go into the same claim. */
  bonusRows?: ((take: TakeBonus) => ReactNode) | undefined
  /** Drawn below the claim card in place of the stakes and their reward. */
  summary?: ReactNode
  /** The parts below the stake card. */
  children?: ReactNode
}

/**
 * The parts of a product's page, in the order of a person's needs: the rewards with their button, the stakes with their reward,
 * a new stake, the positions. For an account without a stake the stake card comes first.
 */
export function StakingSections({
  product,
  titles,
  firstTier,
  terms,
  zap,
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
        <StakeCard product={product} firstTier={firstTier} terms={terms} zap={zap} onTyped={setTyped} />
      </SectionBoundary>
    </Section>
  )
  return (
    <MineFirst held={staked} mine={mine} form={form} details={positions}>
      {children}
    </MineFirst>
  )
}
