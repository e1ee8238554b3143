/** The swap card without React: the offer for the typed amount, and the button's action. */
import {
  bestQuoteIn,
  bestQuoteOut,
  impactGuard,
  minimumReceived,
  mostBelowImpact,
  paysTransferFee,
  type ExchangeTerms,
  type ImpactGuard,
  type Quote,
} from '@galx/protocol/exchange'
import { parseUnits } from '@galx/protocol/units'
import type { HexString } from '@galx/protocol/webConfig'
import type { AppState } from '../core/state/appStore.ts'
import { valueOf, type Reading } from '../core/state/reading.ts'
import { payable, swapSymbolOf, type Asset } from './assets.ts'
import type { ExchangeState } from './exchangeState.ts'
import type { SwapSettings } from './settings.ts'
import type { SwapCall } from './simulateSwap.ts'

/** The swap on the card. */
export type Trade = {
  from: Asset
  to: Asset
  /** the typed side: the paid or the received amount */
  side: 'in' | 'out'
  text: string
}

/** The reason for a missing quote. Without a quote the price impact is unknown, and nothing is sent. */
type Unquoted = 'unreadable' | 'noPair' | 'tooLittle' | 'tooMuch'

export type Offer =
  | { kind: 'empty' }
  | { kind: 'loading' }
  | { kind: 'wrap' | 'unwrap'; amountIn: bigint; amountOut: bigint }
  | { kind: 'unquoted'; why: Unquoted }
  | { kind: 'swap'; quote: Quote; guard: ImpactGuard; amountIn: bigint; amountOut: bigint }

/** An amount field's text as wei; null while it is empty, 0 or not an amount. */
export function readTyped(text: string): bigint | null {
  try {
    const amount = text === '' ? 0n : parseUnits(text)
    return amount === 0n ? null : amount
  } catch {
    return null
  }
}

/** The native coin and its wrapped form trade one for one, without a pair. */
function wrapKind({ from, to }: Pick<Trade, 'from' | 'to'>): 'wrap' | 'unwrap' | null {
  if (from === 'BNB' && to === 'WBNB') return 'wrap'
  return from === 'WBNB' && to === 'BNB' ? 'unwrap' : null
}

/** The best present quote of the configured pairs for the typed amount. */
export function offerFor(trade: Trade, reading: Reading<ExchangeState>): Offer {
  const typed = readTyped(trade.text)
  if (typed === null) return { kind: 'empty' }
  const kind = wrapKind(trade)
  if (kind !== null) return { kind, amountIn: typed, amountOut: typed }
  const state = valueOf(reading)
  if (state === undefined)
    return reading.status === 'failed' ? { kind: 'unquoted', why: 'unreadable' } : { kind: 'loading' }
  const { pairs, terms } = state
  const [from, to] = [swapSymbolOf(trade.from), swapSymbolOf(trade.to)]
  const best = trade.side === 'in' ? bestQuoteIn : bestQuoteOut
  const quote = best(pairs, from, to, typed, terms)
  if (quote === null) {
    const dust = bestQuoteIn(pairs, from, to, 10n ** 18n, terms)
    return { kind: 'unquoted', why: dust === null ? 'noPair' : trade.side === 'in' ? 'tooLittle' : 'tooMuch' }
  }
  const guard = impactGuard(quote.impactBps)
  return { kind: 'swap', quote, guard, amountIn: quote.amountIn, amountOut: quote.amountOut }
}

/**
 * The greatest payment with an impact below 1 %, limited by the balance; null if it is unknown or 0.
 * @param held the amount that the account can pay; null while unknown
 */
export function safeAmount(
  trade: Pick<Trade, 'from' | 'to'>,
  reading: Reading<ExchangeState>,
  held: bigint | null,
): bigint | null {
  const state = valueOf(reading)
  if (state === undefined || wrapKind(trade) !== null) return null
  const [from, to] = [swapSymbolOf(trade.from), swapSymbolOf(trade.to)]
  const safe = mostBelowImpact(state.pairs, from, to, 100n, state.terms)
  const most = held !== null && held < safe ? held : safe
  return most === 0n ? null : most
}

/** The primary button's action, or its reason to do nothing. */
/** A step before the last step, or the reason of a wait. */
export type StepBefore =
  | { kind: 'connect'; busy: boolean }
  | { kind: 'switch' | 'wait' | 'enter' | 'loading' | 'blocked' }
  | { kind: 'unquoted'; why: Unquoted }
  /** the balance could not be read, so nothing can be checked */
  | { kind: 'unread' }
  | { kind: 'short'; asset: Asset }

export type SwapAction = StepBefore | { kind: 'swap' | 'wrap' | 'unwrap'; amountIn: bigint }

export type SwapSituation = {
  trade: Trade
  offer: Offer
  balance: Reading<bigint>
  /** the exchange's reading; a stale reading may be far from the present price */
  exchange: Reading<ExchangeState>
  connection: AppState['connection']
  address: AppState['address']
  disabeldMatch: boolean
  isBusy: boolean
}

/** The one next step before a swap, in the order of a person's steps. */
export function swapAction(at: SwapSituation): SwapAction {
  if (at.address === null)
    return { kind: 'connect', busy: ['searching', 'choosing', 'connecting'].includes(at.connection) }
  if (at.connection === 'wrongChain') return { kind: 'switch' }
  if (at.isBusy || at.disabeldMatch) return { kind: 'wait' }
  const { offer } = at
  if (offer.kind === 'empty') return { kind: 'enter' }
  if (offer.kind === 'loading') return { kind: 'loading' }
  if (offer.kind === 'unquoted') return { kind: 'unquoted', why: offer.why }
  if (offer.kind === 'swap' && at.exchange.status === 'stale') return { kind: 'unquoted', why: 'unreadable' }
  if (offer.kind === 'swap' && offer.guard === 'blocked') return { kind: 'blocked' }
  const held = valueOf(at.balance)
  if (held !== undefined && held < offer.amountIn) return { kind: 'short', asset: at.trade.from }
  if (at.balance.status === 'loading') return { kind: 'loading' }
  if (at.balance.status === 'failed') return { kind: 'unread' }
  return { kind: offer.kind, amountIn: offer.amountIn }
}

/** The greatest part of a balance that can be paid; null while unknown. */
export function mostPayable(asset: Asset, balance: Reading<bigint>): bigint | null {
  const held = valueOf(balance)
  return held === undefined ? null : payable(asset, held)
}

/** The text that confirms a high price impact: its percentage, "14.02". */
export function impactText(impactBps: bigint): string {
  const digits = impactBps.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Whether the text is the impact; a decimal comma and a percent sign are accepted. */
export function isTyped(text: string, impactBps: bigint): boolean {
  const plain = text.normalize('NFKC').replace(/[\s%]/g, '').replace(',', '.')
  return plain === impactText(impactBps)
}

/** A swap to confirm. The shown quote stays fixed while new blocks arrive. */
export type SwapPreview = {
  from: Asset
  to: Asset
  quote: Quote
  terms: ExchangeTerms
  /** the block whose reserves were quoted */
  block: bigint
  settings: SwapSettings
}

/** What the person confirms; null without a quote of the pools. */
export function previewOf(
  { from, to }: Trade,
  offer: Offer,
  exchange: Reading<ExchangeState>,
  { slippageBps, minutes }: SwapSettings,
): SwapPreview | null {
  const state = valueOf(exchange)
  if (offer.kind !== 'swap' || state === undefined) return null
  const { terms, block } = state
  return { from, to, quote: offer.quote, terms, block, settings: { slippageBps, minutes } }
}

/** @param deadline unix seconds by the chain's clock */
export function swapCall(
  { from, to, quote, terms }: Pick<SwapPreview, 'from' | 'to' | 'quote' | 'terms'>,
  amountOutMin: bigint,
  account: HexString,
  deadline: bigint,
): SwapCall {
  return {
    name: 'swap',
    path: [swapSymbolOf(from), ...quote.route.map((hop) => hop.to)],
    amountIn: quote.amountIn,
    amountOutMin,
    to: account,
    deadline,
    native: from === 'BNB' ? 'in' : to === 'BNB' ? 'out' : null,
    feeOnTransfer: paysTransferFee(quote.route, terms),
  }
}

/** The least amount that the swap gives; the router reverts below it. */
export function promisedBy({ quote, settings }: SwapPreview): bigint {
  return minimumReceived(quote.amountOut, BigInt(settings.slippageBps))
}
