import { useChainRead } from '../../core/chain/useChainRead.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { ButtonLink } from '../../design/Button/ButtonLink.tsx'
import { Section } from '../../design/Card/Card.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { MintCard } from '../../passes/MintCard.tsx'
import { PassList } from '../../passes/PassList.tsx'
import { heldPasses } from '../../passes/passReads.ts'
import { passTexts } from '../../passes/texts.ts'
import { mcmTexts } from './texts.ts'

/** The account's nodes with their bonds, and the form for another node. */
export function NodesSection() {
  const texts = useTexts(mcmTexts).nodes
  const { mint } = useTexts(passTexts)
  const connected = useAppStore((state) => state.address !== null)
  const passes = useChainRead(heldPasses)
  // Passes that cannot be read may exist: the part is left out only if it is known to be empty.
  const mine = connected && valueOf(passes)?.length !== 0
  const title = mine ? mint.again : mint.first
  // Render no part that would have to move once the passes are known.
  if (connected && passes.status === 'loading') return <Skeleton shape="block" height="420px" />
  return (
    <>
      {mine && (
        <Section
          title={texts.title}
          action={
            <ButtonLink to="/hidden" variant="quiet" size="small">
              {texts.all}
            </ButtonLink>
          }
        >
          <SectionBoundary name={texts.title}>
            <PassList empty={null} />
          </SectionBoundary>
        </Section>
      )}
      <Section title={title}>
        <SectionBoundary name={title}>
          <MintCard />
        </SectionBoundary>
      </Section>
    </>
  )
}
