import { Fragment, useState, type ReactNode } from 'react'
import { useAppStore } from '../core/state/appStore.ts'
import { valueOf } from '../core/state/reading.ts'
import { Section } from '../design/Card/Card.tsx'
import { SectionBoundary } from '../design/Section/SectionBoundary.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { ClaimCard } from './ClaimCard.tsx'
import { HowButton } from './HowButton.tsx'
import { PositionsSection } from './PositionsSection.tsx'
import type { StakingProduct } from './product.ts'
import { StakeCard } from './StakeCard.tsx'
import { StakedStats } from './StakedStats.tsx'
import { stakingTexts } from './texts.ts'
import { useHasStake } from './useStaking.ts'
import styles from './StakingSections.module.css'

export type StakingSectionsProps = {
  product: StakingProduct
  /** Headings where the product has its own words. */
  titles: { stake: string; positions?: string | undefined }
  /** The tier chosen at first. */
  firstTier?: number | undefined
  /** A small picture in the claim card's corner. */
  figure?: ReactNode
  /** Further rows of the claim card. */
  claimRows?: ReactNode
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
  figure,
  claimRows,
  children,
}: StakingSectionsProps) {
  const texts = useTexts(stakingTexts)
  const address = useAppStore((state) => state.address)
  const staked = useHasStake(product.pools)
  const [typed, setTyped] = useState(false)
  const [used, setUsed] = useState(false)
  // An account that had nothing when the page was read keeps the stake card where it is: the first stake must not move it, nor take
  // the keyboard's place away from its button.
  const [newcomer, setNewcomer] = useState<string | null>(null)
  if (address !== null && valueOf(staked) === false && newcomer !== address) setNewcomer(address)
  // What cannot be read may exist: the part is left out only when it is known to be empty.
  const owner = address !== null && valueOf(staked) !== false
  const mine = owner && (
    <>
      <SectionBoundary name={texts.claim.title}>
        <ClaimCard product={product} quiet={typed} figure={figure}>
          {claimRows}
        </ClaimCard>
      </SectionBoundary>
      <SectionBoundary name={texts.stats.staked}>
        <StakedStats product={product} />
      </SectionBoundary>
    </>
  )
  const positions = owner && (
    <SectionBoundary name={titles.positions ?? texts.positions.title}>
      <PositionsSection product={product} title={titles.positions} />
    </SectionBoundary>
  )
  const stake = (
    <Section title={titles.stake} action={<HowButton product={product} />}>
      <SectionBoundary name={titles.stake}>
        <StakeCard product={product} firstTier={firstTier} onTyped={setTyped} />
      </SectionBoundary>
    </Section>
  )
  // A person who already fills in the card keeps it, with its content, when a remembered wallet answers.
  const first = address === null || newcomer === address || used
  // Another order is drawn as new elements: nothing on the screen moves while somebody reads it.
  if (first) {
    return (
      <Fragment key="first">
        <div className={styles.held} onFocus={() => setUsed(true)} onInput={() => setUsed(true)}>
          {stake}
        </div>
        {mine}
        {positions}
        {children}
      </Fragment>
    )
  }
  return (
    <Fragment key="mine">
      {mine}
      {stake}
      {positions}
      {/* Only once the height of everything above is known. */}
      {staked.status !== 'loading' && children}
    </Fragment>
  )
}
