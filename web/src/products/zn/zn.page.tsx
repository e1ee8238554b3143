import { PRODUCTS } from '@galx/protocol/products'
import { useState } from 'react'
import HistoryList from '../../activity/HistoryList.tsx'
import { productLog } from '../../activity/source.ts'
import { Bonuses } from '../../bonuses/lazyBonuses.tsx'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { vaultShares } from '../../core/chain/vaultReads.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { mapReading } from '../../core/state/reading.ts'
import { Page, Section } from '../../design/Card/Card.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { ChainStrip } from '../../staking/ChainStrip.tsx'
import { FirstSteps } from '../../staking/FirstSteps.tsx'
import { MineFirst } from '../../staking/MineFirst.tsx'
import { stakingTexts } from '../../staking/texts.ts'
import { HoldingCard } from './HoldingCard.tsx'
import { PriceSection } from './PriceSection.tsx'
import { znTexts } from './texts.ts'
import { VaultForm, type Way } from './VaultForm.tsx'
import { VestingSection } from './VestingSection.tsx'

/** /zn: the amount that can be withdrawn now, the price of a share, deposit and withdrawal, the vesting rewards, the newest records. */
export default function ZnPage() {
  const texts = useTexts(znTexts)
  const staking = useTexts(stakingTexts)
  const connected = useAppStore((state) => state.address !== null)
  const held = mapReading(useChainRead(vaultShares), (shares) => shares > 0n)
  const [way, setWay] = useState<Way>('deposit')
  const [asked, setAsked] = useState(0)

  const mine = (
    <SectionBoundary name={texts.holding.title}>
      <HoldingCard
        onChoose={(chosen) => {
          setWay(chosen)
          setAsked((count) => count + 1)
        }}
      />
    </SectionBoundary>
  )
  const form = (
    <Section title={texts.form.title}>
      <SectionBoundary name={texts.form.title}>
        <VaultForm way={way} onWay={setWay} asked={asked} />
      </SectionBoundary>
    </Section>
  )
  return (
    <Page title={texts.pages.zn.title} lead={texts.pages.zn.lead}>
      <SectionBoundary name={staking.chain.title}>
        <ChainStrip />
      </SectionBoundary>
      <SectionBoundary name={staking.firstSteps}>
        <FirstSteps tokens={['GALX']} />
      </SectionBoundary>
      <MineFirst held={held} mine={mine} form={form}>
        <SectionBoundary name={texts.price.title}>
          <PriceSection />
        </SectionBoundary>
        <SectionBoundary name={texts.vesting.title}>
          <VestingSection />
        </SectionBoundary>
        <Bonuses programs={PRODUCTS.zn.programs} />
        {connected && (
          <SectionBoundary name={texts.recent}>
            <HistoryList
              source={productLog('zn')}
              title={texts.recent}
              short={{ rows: 3, more: '/znRecord' }}
            />
          </SectionBoundary>
        )}
      </MineFirst>
    </Page>
  )
}
