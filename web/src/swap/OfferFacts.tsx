import type { ExchangeTerms, Quote } from '@galx/protocol/exchange'
import { classNames } from '../design/classNames.ts'
import { FactList, type Fact } from '../design/FactList/FactList.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import type { Asset } from './assets.ts'
import styles from './swap.module.css'
import { assetText, costText, percentOf, priceText } from './format.ts'
import { impactText, type Offer } from './swapModel.ts'
import { stakingTexts } from '../staking/texts.ts'
import { SwapFee } from './SwapFee.tsx'
import { swapTexts } from './texts.ts'

type SwapOffer = Extract<Offer, { kind: 'swap' }>

export type OfferFactsProps = {
  from: Asset
  to: Asset
  offer: SwapOffer
  terms: ExchangeTerms
  /** wei */
  least: bigint
}

/** A swap's result and cost: first the least amount, then each fee on its own line. */
export function OfferFacts({ from, to, offer, terms, least }: OfferFactsProps) {
  const texts = useTexts(swapTexts).facts
  const { networkFee } = useTexts(stakingTexts).stake
  const { quote } = offer
  const facts: Fact[] = [
    { label: texts.least, value: <b>{assetText(least, to)}</b> },
    { label: texts.impact, value: <ImpactTag offer={offer} /> },
    {
      label: texts.price,
      value: texts.priceOf(to, `${priceText((quote.amountIn * 10n ** 18n) / quote.amountOut)} ${from}`),
    },
  ]
  if (quote.transferFee > 0n)
    facts.push({
      label: texts.transferFee(percentOf(terms.transferFee.feeBps)),
      value: `−${costText(quote.transferFee, terms.transferFee.token)}`,
    })
  facts.push(pairFeeFact(from, quote, terms, texts), {
    label: texts.route,
    value: routeText(from, to, quote, texts.direct),
  })
  facts.push({ label: networkFee, value: <SwapFee from={from} to={to} quote={quote} terms={terms} /> })
  return <FactList facts={facts} />
}

/** The price impact, in the guard's colour. */
export function ImpactTag({ offer: { quote, guard } }: { offer: Pick<SwapOffer, 'quote' | 'guard'> }) {
  return <span className={classNames(styles.tag, styles[guard])}>{impactText(quote.impactBps)}%</span>
}

function pairFeeFact(
  from: Asset,
  { route, pairFee }: Quote,
  { pairFeeBps }: ExchangeTerms,
  texts: ReturnType<typeof swapTexts.current>['facts'],
): Fact {
  const percent = percentOf(pairFeeBps)
  return route.length === 1
    ? { label: texts.pairFee(percent), value: costText(pairFee, from) }
    : { label: texts.pairFeeHops(percent, route.length), value: texts.pairFeeFirst(costText(pairFee, from)) }
}

function routeText(from: Asset, to: Asset, { route }: Quote, direct: string): string {
  const between = route.slice(0, -1).map((hop) => hop.to)
  const way = [from, ...between, to].join(' → ')
  return between.length === 0 ? `${way} (${direct})` : way
}
