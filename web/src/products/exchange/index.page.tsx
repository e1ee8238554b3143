import { useState } from 'react'
import { Columns, Page } from '../../design/Card/Card.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { ChainStrip } from '../../staking/ChainStrip.tsx'
import { FirstSteps } from '../../staking/FirstSteps.tsx'
import { stakingTexts } from '../../staking/texts.ts'
import styles from '../../swap/swap.module.css'
import { PriceSection } from './PriceSection.tsx'
import { ProtectionSection } from './ProtectionSection.tsx'
import { ResultSection } from './ResultSection.tsx'
import { SwapCard } from './SwapCard.tsx'
import type { Trade } from '../../swap/swapModel.ts'
import { swapTexts } from '../../swap/texts.ts'
import { exchangeTexts } from './texts.ts'

/** /index: the swap, the last swap's result, prices, the sandwich guard. All except the price history comes from the chain. */
export default function ExchangePage() {
  const texts = useTexts(exchangeTexts)
  const { facts, protection } = useTexts(swapTexts)
  const staking = useTexts(stakingTexts)
  const [trade, setTrade] = useState<Trade>({ from: 'USDT', to: 'AAA', side: 'in', text: '' })
  return (
    <Page title={texts.title} lead={texts.lead}>
      <SectionBoundary name={staking.chain.title}>
        <ChainStrip />
      </SectionBoundary>
      <SectionBoundary name={staking.firstSteps}>
        <FirstSteps tokens={['USDT']} />
      </SectionBoundary>
      <Columns>
        <div>
          <SectionBoundary name={texts.title}>
            <SwapCard trade={trade} onTrade={setTrade} />
          </SectionBoundary>
          <SectionBoundary name={texts.result.title}>
            <ResultSection />
          </SectionBoundary>
        </div>
        <div className={styles.prices}>
          <SectionBoundary name={facts.price}>
            <PriceSection from={trade.from} to={trade.to} />
          </SectionBoundary>
          <SectionBoundary name={protection.title}>
            <ProtectionSection />
          </SectionBoundary>
        </div>
      </Columns>
    </Page>
  )
}
