// The swap card's rules: offers, the guard, the button's text; prices, receipts, protection.
import { impactGuard, type PairState } from '@galx/protocol/exchange'
import type { SwapSymbol } from '@galx/protocol/products'
import { describe, expect, it, vi } from 'vitest'
import { fresh, LOADING, type Reading } from '../../../src/core/state/reading.ts'
import { ASSETS, payable } from '../../../src/swap/assets.ts'
import type { ExchangeState } from '../../../src/swap/exchangeState.ts'
import {
  assetText,
  costText,
  paidField,
  percentOf,
  priceText,
  receivedField,
} from '../../../src/swap/format.ts'
import { changeText, chartPair, pointsOf } from '../../../src/products/exchange/priceModel.ts'
import { receivedIn } from '../../../src/products/exchange/receipt.ts'
import { askProtection, offerRelay } from '../../../src/swap/sandwichGuard.ts'
import type { SwapCall } from '../../../src/swap/simulateSwap.ts'
import {
  impactText,
  isTyped,
  offerFor,
  promisedBy,
  safeAmount,
  swapAction,
  type SwapPreview,
  type SwapSituation,
  type Trade,
} from '../../../src/swap/swapModel.ts'
import { READ_TIMEOUT } from '../../../src/core/wallet/answerTimeout.ts'
import { exampleConfig } from '../../core/exampleConfig.ts'

const ONE = 10n ** 18n
const ACCOUNT = `0x${'ab'.repeat(20)}` as const

function pair(base: SwapSymbol, baseReserve: bigint, quoteReserve: bigint): PairState {
  return {
    address: `0x${base}`,
    base,
    quote: 'USDT',
    baseReserve: baseReserve * ONE,
    quoteReserve: quoteReserve * ONE,
  }
}
const STATE: ExchangeState = {
  block: 5n,
  pairs: [pair('AAA', 200_000n, 400_000n), pair('GALX', 500_000n, 400_000n), pair('WBNB', 500n, 300_000n)],
  terms: { pairFeeBps: 30n, transferFee: { token: 'AAA', pair: '0xAAA', feeBps: 300n } },
}
const READ = fresh(STATE, 1)
const FAILED: Reading<ExchangeState> = { status: 'failed', reason: 'no node answers' }

function trade(change: Partial<Trade> = {}): Trade {
  return { from: 'USDT', to: 'AAA', side: 'in', text: '500', ...change }
}
function situation(change: Partial<SwapSituation> & { text?: string } = {}): SwapSituation {
  const shown = change.trade ?? trade(change.text === undefined ? {} : { text: change.text })
  const exchange = change.exchange ?? READ
  return {
    balance: fresh(1_000_000n * ONE, 1),
    connection: 'connected',
    address: ACCOUNT,
    disabeldMatch: false,
    isBusy: false,
    ...change,
    exchange,
    trade: shown,
    offer: offerFor(shown, exchange),
  }
}
function impactOf(text: string) {
  const offer = offerFor(trade({ text }), READ)
  return offer.kind === 'swap' ? offer : null
}

describe('an offer', () => {
  it('is the best quote for the typed amount, on either side', () => {
    const paid = offerFor(trade(), READ)
    expect(paid).toMatchObject({ kind: 'swap', amountIn: 500n * ONE, guard: 'quiet' })
    const wanted = offerFor(trade({ side: 'out', text: '100' }), READ)
    expect(wanted.kind === 'swap' && wanted.amountOut >= 100n * ONE).toBe(true)
    expect(wanted.kind === 'swap' && wanted.amountOut < 100n * ONE + 10n ** 6n).toBe(true)
  })

  it('routes the native coin over its wrapping, and wraps one for one without a pair', () => {
    const sold = offerFor(trade({ from: 'BNB', to: 'AAA', text: '1' }), READ)
    expect(sold.kind === 'swap' && sold.quote.route.map(({ to }) => to)).toEqual(['USDT', 'AAA'])
    const wrap = { from: 'BNB', to: 'WBNB', text: '2' } as const
    expect(offerFor(trade(wrap), FAILED)).toEqual({ kind: 'wrap', amountIn: 2n * ONE, amountOut: 2n * ONE })
    expect(offerFor(trade({ from: 'WBNB', to: 'BNB', text: '2' }), LOADING).kind).toBe('unwrap')
  })

  it('is missing, with the reason, while nothing is typed or known', () => {
    expect(offerFor(trade({ text: '' }), READ)).toEqual({ kind: 'empty' })
    expect(offerFor(trade({ text: '0.00' }), READ)).toEqual({ kind: 'empty' })
    expect(offerFor(trade(), LOADING)).toEqual({ kind: 'loading' })
    expect(offerFor(trade(), FAILED)).toEqual({ kind: 'unquoted', why: 'unreadable' })
    expect(offerFor(trade({ to: 'BTCB' }), READ)).toEqual({ kind: 'unquoted', why: 'noPair' })
    expect(offerFor(trade({ side: 'out', text: '200000' }), READ)).toEqual({
      kind: 'unquoted',
      why: 'tooMuch',
    })
    expect(offerFor(trade({ from: 'GALX', to: 'WBNB', text: '0.000000000000000001' }), READ)).toEqual({
      kind: 'unquoted',
      why: 'tooLittle',
    })
  })
})

describe('the guard', () => {
  it('grows with the impact of a real pool: 1, 5, 10 and 25 %', () => {
    const guards = ['3000', '4200', '20000', '22000', '43000', '45000', '132000', '135000'].map(
      (text) => impactOf(text)!.guard,
    )
    expect(guards).toEqual(['quiet', 'notice', 'notice', 'warning', 'warning', 'typed', 'typed', 'blocked'])
  })

  it('disables the button above 25 %, for an unknown impact, and for an old reading', () => {
    expect(swapAction(situation({ text: '135000' }))).toEqual({ kind: 'blocked' })
    expect(swapAction(situation({ exchange: FAILED }))).toEqual({ kind: 'unquoted', why: 'unreadable' })
    expect(swapAction(situation({ exchange: { status: 'stale', value: STATE, at: 1 } }))).toEqual({
      kind: 'unquoted',
      why: 'unreadable',
    })
    expect(swapAction(situation({ trade: trade({ to: 'BTCB' }) }))).toEqual({
      kind: 'unquoted',
      why: 'noPair',
    })
    expect(impactGuard(null)).toBe('blocked')
  })

  it('offers an amount that works: the most below 1 %', () => {
    const most = safeAmount(trade(), READ, null)!
    expect(impactOf(String(most / ONE))!.guard).toBe('quiet')
    expect(impactOf(String((most * 11n) / 10n / ONE))!.guard).toBe('notice')
    // Never more than the account holds.
    expect(safeAmount(trade(), READ, most + ONE)).toBe(most)
    expect(safeAmount(trade(), READ, 900n * ONE)).toBe(900n * ONE)
    expect(safeAmount(trade(), READ, 0n)).toBeNull()
    expect(safeAmount(trade(), FAILED, null)).toBeNull()
    expect(safeAmount({ from: 'BNB', to: 'WBNB' }, READ, null)).toBeNull()
  })

  it('is confirmed only by the exact shown percentage', () => {
    expect(impactText(1_402n)).toBe('14.02')
    expect(impactText(7n)).toBe('0.07')
    for (const text of ['14.02', ' 14.02 %', '14,02%', '１４.０２％'])
      expect(isTyped(text, 1_402n)).toBe(true)
    for (const text of ['', '14', '14.0', '14.03', '1402', 'yes']) expect(isTyped(text, 1_402n)).toBe(false)
  })
})

describe('the button', () => {
  it('follows a person’s order: connect, switch, wait, enter, loading, short, swap', () => {
    const at = (change: Parameters<typeof situation>[0]) => swapAction(situation(change))
    expect(at({ address: null })).toEqual({ kind: 'connect', busy: false })
    expect(at({ connection: 'wrongChain' })).toEqual({ kind: 'switch' })
    expect(at({ isBusy: true })).toEqual({ kind: 'wait' })
    expect(at({ text: '' })).toEqual({ kind: 'enter' })
    expect(at({ exchange: LOADING })).toEqual({ kind: 'loading' })
    expect(at({ balance: fresh(ONE, 1) })).toEqual({ kind: 'short', asset: 'USDT' })
    expect(at({ balance: LOADING })).toEqual({ kind: 'loading' })
    expect(at({ balance: { status: 'failed', reason: 'no node answers' } })).toEqual({ kind: 'unread' })
    expect(at({})).toEqual({ kind: 'swap', amountIn: 500n * ONE })
  })
})

it('keeps some of the native coin for the network fee when all of it is paid', () => {
  expect(payable('BNB', ONE)).toBe(998n * 10n ** 15n)
  expect(payable('BNB', 10n ** 15n)).toBe(0n)
  expect(ASSETS.filter((asset) => payable(asset, ONE) === ONE)).toHaveLength(6)
})

it('promises the quote less the slippage', () => {
  const offer = impactOf('500')!
  const preview: SwapPreview = {
    from: 'USDT',
    to: 'AAA',
    quote: offer.quote,
    terms: STATE.terms,
    block: 1n,
    settings: { slippageBps: 50, minutes: 20 },
  }
  expect(promisedBy(preview)).toBe((offer.amountOut * 9_950n) / 10_000n)
})

describe('an amount', () => {
  /** 0.15 USDT at 100 000 USDT a bitcoin */
  const small = 15n * 10n ** 11n

  it('is rounded up to the token’s last decimal if it is paid, and down if it is received', () => {
    expect([costText(small, 'BTCB'), paidField(small, 'BTCB')]).toEqual(['0.0000015 BTCB', '0.0000015'])
    expect([assetText(small, 'BTCB'), receivedField(small, 'BTCB')]).toEqual(['0.0000015 BTCB', '0.0000015'])
    expect([costText(small, 'AAA'), assetText(small, 'AAA')]).toEqual(['0.000002 AAA', '0.000001 AAA'])
    expect([costText(1n, 'BTCB'), paidField(1n, 'BTCB')]).toEqual(['0.00000001 BTCB', '0.00000001'])
    expect([costText(ONE, 'USDT'), costText(0n, 'USDT')]).toEqual(['1.00 USDT', '0.00 USDT'])
  })

  it('has fewer decimals in the receiving field if it is large, and all decimals in the paying field', () => {
    const large = 1_234_567n * ONE + 123_456_700_000_000_000n
    expect(receivedField(large, 'USDT')).toBe('1234567.12')
    expect(paidField(large, 'USDT')).toBe('1234567.123457')
    expect(costText(large, 'USDT')).toBe('1,234,567.123457 USDT')
  })
})

describe('prices', () => {
  it('draw the pair of both tokens, else a pair of the received token', () => {
    const chosen = (from: SwapSymbol, to: SwapSymbol) => chartPair(STATE.pairs, from, to)?.base
    expect([chosen('USDT', 'AAA'), chosen('AAA', 'USDT'), chosen('AAA', 'GALX')]).toEqual([
      'AAA',
      'AAA',
      'GALX',
    ])
    expect(chosen('GALX', 'WBNB')).toBe('WBNB')
    expect(chartPair([], 'AAA', 'USDT')).toBeNull()
  })

  it('begin with the price before the range and end with the chain’s own', () => {
    const data = { before: '5', from: 100, points: [{ at: 150, price: '7' }] }
    const line = pointsOf(data, { at: 190, price: 6n })
    expect(line).toEqual([
      { at: 100, value: 5n },
      { at: 150, value: 7n },
      { at: 190, value: 6n },
    ])
    expect(changeText(line)).toBe('+20.00%')
    expect(changeText([...line].reverse())).toBe('−16.66%')
    expect(pointsOf({ before: null, from: 100, points: [] }, { at: 190, price: 6n })).toEqual([])
    expect(changeText([])).toBeNull()
  })

  it('are written with about five figures', () => {
    expect([2n * ONE, (ONE * 12_551n) / 10_000n, ONE / 20n, ONE / 3n, 104_000n * ONE].map(priceText)).toEqual(
      ['2.00', '1.2551', '0.05', '0.33333', '104,000.00'],
    )
    expect([30n, 25n, 300n, 1_402n].map(percentOf)).toEqual(['0.3', '0.25', '3', '14.02'])
  })
})

describe('a receipt', () => {
  const config = exampleConfig()
  const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
  const topic = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
  const transfer = (token: string, from: string, to: string, value: bigint) => ({
    address: token,
    topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', topic(from), topic(to)],
    data: word(value),
  })
  const call: SwapCall = {
    name: 'swap',
    path: ['USDT', 'AAA'],
    amountIn: 5n,
    amountOutMin: 1n,
    to: ACCOUNT,
    deadline: 9n,
    native: null,
    feeOnTransfer: true,
  }
  const pairAddress = `0x${'9'.repeat(40)}`

  it('shows only the account’s received amount of the token, after the fee', () => {
    const { AAA, USDT } = config.tokens
    const logs = [
      transfer(USDT.address, ACCOUNT, pairAddress, 5n),
      transfer(AAA.address, pairAddress, `0x${'8'.repeat(40)}`, 3n),
      transfer(AAA.address, pairAddress, ACCOUNT, 97n),
    ]
    expect(receivedIn(logs, call, config)).toBe(97n)
    expect(receivedIn(logs.slice(0, 2), call, config)).toBe(0n)
  })

  it('shows the router’s unwrapped amount if the native coin was received', () => {
    const { WrappedNative, SwapRouter } = config.contracts
    const withdrawal = (by: string, value: bigint) => ({
      address: WrappedNative,
      topics: ['0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65', topic(by)],
      data: word(value),
    })
    const out: SwapCall = { ...call, path: ['AAA', 'USDT', 'WBNB'], native: 'out' }
    const logs = [withdrawal(SwapRouter, 12n), withdrawal(ACCOUNT, 5n)]
    expect(receivedIn(logs, out, config)).toBe(12n)
  })
})

describe('the sandwich guard', () => {
  function wallet(answer: unknown) {
    const request = vi.fn(() => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)))
    return { request, on: () => {}, removeListener: () => {} }
  }

  it('accepts only a node’s own statement as protection', async () => {
    const known = wallet('0x30')
    expect(await askProtection(known, ACCOUNT)).toBe('protected')
    expect(known.request).toHaveBeenCalledWith({
      method: 'eth_call',
      params: [{ from: ACCOUNT, to: `0x${'0'.repeat(38)}48`, value: '0x30', data: '0x30' }, 'latest'],
    })
    for (const answer of ['0x', null, '0x3030', new Error('insufficient funds')])
      expect(await askProtection(wallet(answer), ACCOUNT)).toBe('unknown')
  })

  it('waits only as long as for any other answer that needs no person', async () => {
    vi.useFakeTimers()
    try {
      const answer = askProtection({ request: () => new Promise(() => {}) }, ACCOUNT)
      await vi.advanceTimersByTimeAsync(READ_TIMEOUT)
      expect(await answer).toBe('unknown')
    } finally {
      vi.useRealTimers()
    }
  })

  it('offers a relay as an endpoint of the configured chain', async () => {
    const known = wallet(null)
    const config = exampleConfig({ relays: [{ name: 'Relay', rpcUrl: 'https://relay.example/' }] })
    await offerRelay(known, config.relays[0]!, config)
    expect(known.request).toHaveBeenCalledWith({
      method: 'wallet_addEthereumChain',
      params: [expect.objectContaining({ chainId: '0x38', rpcUrls: ['https://relay.example'] })],
    })
  })

  it('comes from /config.json, which is refused if a relay is invalid', () => {
    expect(exampleConfig().relays).toEqual([])
    expect(() => exampleConfig({ relays: [{ name: '', rpcUrl: 'ftp://x' }] })).toThrow(
      /relays\[0\]\.name must be a text.*relays\[0\]\.rpcUrl must be an http/,
    )
    expect(() => exampleConfig({ pairs: [{ base: 'DOGE', quote: 'USDT', address: '0x1' }] })).toThrow(
      /pairs\[0\]\.base must be one of .*pairs\[0\]\.address must be an address/,
    )
  })
})
