import type { Reading } from '../core/state/reading.ts'
import { Banner } from '../design/Banner/Banner.tsx'
import { Button } from '../design/Button/Button.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import styles from './swap.module.css'
import type { ExchangeState } from './exchangeState.ts'
import { costText } from './format.ts'
import { impactText, safeAmount, type Offer, type Trade } from './swapModel.ts'
import { swapTexts } from './texts.ts'

export type ImpactNoticeProps = {
  trade: Trade
  offer: Offer
  exchange: Reading<ExchangeState>
  /** the amount that the account can pay; null while unknown */
  most: bigint | null
  /** puts an amount to pay in the field */
  onAmount: (amount: bigint) => void
}

/** Explains a high or unknown price impact, in stronger words for a higher impact, and offers an amount that works. */
export function ImpactNotice({ trade, offer, exchange, most, onAmount }: ImpactNoticeProps) {
  const texts = useTexts(swapTexts)
  if (offer.kind === 'unquoted')
    return (
      <>
        <Banner kind="bad">{texts.unquoted[offer.why]}</Banner>
        {offer.why === 'tooMuch' && <SaferButton {...{ trade, exchange, most, onAmount }} />}
      </>
    )
  if (offer.kind !== 'swap' || offer.guard === 'quiet') return null
  const { quote, guard } = offer
  const percent = impactText(quote.impactBps)
  const lost = costText(quote.amountAtSpot - quote.amountOut, trade.to)
  if (guard === 'notice') return <p className={styles.note}>{texts.guard.notice(lost)}</p>
  if (guard === 'warning') return <Banner kind="warning">{texts.guard.warning(percent, lost)}</Banner>
  return (
    <>
      <Banner kind="bad">
        {guard === 'blocked' ? texts.guard.blocked(percent) : texts.guard.typed(percent, lost)}
      </Banner>
      <SaferButton {...{ trade, exchange, most, onAmount }} />
    </>
  )
}

function SaferButton({ trade, exchange, most, onAmount }: Omit<ImpactNoticeProps, 'offer'>) {
  const texts = useTexts(swapTexts)
  const amount = safeAmount(trade, exchange, most)
  if (amount === null) return null
  return (
    <Button wide variant="secondary" onClick={() => onAmount(amount)}>
      {texts.guard.safer(costText(amount, trade.from))}
    </Button>
  )
}
