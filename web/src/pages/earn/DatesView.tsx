import { DatesList } from '../../activity/dates/DatesList.tsx'
import { datesTexts } from '../../activity/dates/texts.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { ButtonLink } from '../../design/Button/ButtonLink.tsx'
import { Page } from '../../design/Card/Card.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { ChainStrip } from '../../staking/ChainStrip.tsx'
import { stakingTexts } from '../../staking/texts.ts'
import { Connect } from './Connect.tsx'
import { earnTexts } from './texts.ts'

/** /earn?view=dates: the connected account's dates, and the effects of announced changes on the account. */
export default function DatesView() {
  const texts = useTexts(datesTexts)
  const earn = useTexts(earnTexts)
  const staking = useTexts(stakingTexts)
  const connected = useAppStore((state) => state.address !== null)
  return (
    <Page title={texts.title} lead={texts.lead}>
      <SectionBoundary name={staking.chain.title}>
        <ChainStrip />
      </SectionBoundary>
      <SectionBoundary name={texts.title}>{connected ? <DatesList /> : <Connect />}</SectionBoundary>
      <ButtonLink to="/earn" variant="quiet">
        {earn.title}
      </ButtonLink>
    </Page>
  )
}
