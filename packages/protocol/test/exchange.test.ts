// Swaps by arithmetic: rounding, routes, impact, the fee on transfers. For the real router's answers see operator/test/exchange.test.ts.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterTransferFee,
  amountInFor,
  amountOutOf,
  beforeTransferFee,
  bestQuoteIn,
  bestQuoteOut,
  impactGuard,
  minimumReceived,
  mostBelowImpact,
  pairFeeFrom,
  pairPrice,
  paysTransferFee,
  PROBE_AMOUNT,
  PROBE_RESERVE,
  quoteExactIn,
  quoteExactOut,
  routesBetween,
  type ExchangeTerms,
  type PairState,
} from '../src/exchange.ts'
import type { SwapSymbol } from '../src/products.ts'

const ONE = 10n ** 18n
const reserve = fc.bigInt({ min: 10n ** 6n, max: 2n ** 112n - 1n })
const amount = fc.bigInt({ min: 1n, max: 2n ** 100n })
const feeBps = fc.bigInt({ min: 0n, max: 100n })

function pair(base: SwapSymbol, quote: SwapSymbol, baseReserve: bigint, quoteReserve: bigint): PairState {
  return { address: `${base}/${quote}`, base, quote, baseReserve, quoteReserve }
}
const PAIRS = [
  pair('AAA', 'USDT', 200_000n * ONE, 400_000n * ONE),
  pair('MCM', 'USDT', 4_000_000n * ONE, 200_000n * ONE),
  pair('GALX', 'USDT', 500_000n * ONE, 400_000n * ONE),
  pair('WBNB', 'USDT', 500n * ONE, 300_000n * ONE),
]
function terms(transferBps = 300n, pairFeeBps = 30n): ExchangeTerms {
  return { pairFeeBps, transferFee: { token: 'AAA', pair: 'AAA/USDT', feeBps: transferBps } }
}
function routeOf(from: SwapSymbol, to: SwapSymbol) {
  return routesBetween(PAIRS, from, to)[0]!
}

describe('one pair', () => {
  it('never lowers the product of its reserves, even without counting the fee', () => {
    fc.assert(
      fc.property(amount, reserve, reserve, feeBps, (paid, reserveIn, reserveOut, fee) => {
        const out = amountOutOf(paid, reserveIn, reserveOut, fee)
        expect(out).toBeLessThan(reserveOut)
        const kept = reserveIn * 10_000n + paid * (10_000n - fee)
        expect(kept * (reserveOut - out)).toBeGreaterThanOrEqual(reserveIn * reserveOut * 10_000n)
      }),
    )
  })

  it('gives the wanted amount for its quote, and not for a slightly smaller payment', () => {
    fc.assert(
      fc.property(amount, reserve, reserve, feeBps, (wanted, reserveIn, reserveOut, fee) => {
        const needed = amountInFor(wanted, reserveIn, reserveOut, fee)
        if (wanted >= reserveOut) {
          expect(needed).toBeNull()
          return
        }
        expect(amountOutOf(needed!, reserveIn, reserveOut, fee)).toBeGreaterThanOrEqual(wanted)
        if (needed! > 2n)
          expect(amountOutOf(needed! - 2n, reserveIn, reserveOut, fee)).toBeLessThanOrEqual(wanted)
      }),
    )
  })

  it('gives nothing for nothing and from an empty pair', () => {
    expect(amountOutOf(0n, ONE, ONE, 30n)).toBe(0n)
    expect(amountOutOf(ONE, 0n, ONE, 30n)).toBe(0n)
    expect(amountInFor(1n, ONE, 0n, 30n)).toBeNull()
  })
})

it('finds the least amount to send so that enough arrives after a fee on the transfer', () => {
  fc.assert(
    fc.property(amount, fc.bigInt({ min: 0n, max: 500n }), (arriving, fee) => {
      const sent = beforeTransferFee(arriving, fee)
      expect(afterTransferFee(sent, fee)).toBeGreaterThanOrEqual(arriving)
      expect(afterTransferFee(sent - 1n, fee)).toBeLessThan(arriving)
    }),
  )
})

describe('a route', () => {
  it('takes AAA’s fee once, on the way in or out, and reports the fee', () => {
    const buy = quoteExactIn(routeOf('USDT', 'AAA'), 500n * ONE, terms())!
    const gross = amountOutOf(500n * ONE, 400_000n * ONE, 200_000n * ONE, 30n)
    expect(buy.amountOut + buy.transferFee).toBe(gross)
    expect(buy.transferFee).toBe((gross * 300n) / 10_000n)
    const sell = quoteExactIn(routeOf('AAA', 'GALX'), 100n * ONE, terms())!
    expect(sell.transferFee).toBe(3n * ONE)
    expect(sell.pairFee).toBe((97n * ONE * 30n) / 10_000n)
    expect(sell.route.map(({ to }) => to)).toEqual(['USDT', 'GALX'])
    expect(paysTransferFee(sell.route, terms())).toBe(true)
    expect(paysTransferFee(routeOf('MCM', 'GALX'), terms())).toBe(false)
    expect(quoteExactIn(routeOf('MCM', 'GALX'), ONE, terms())!.transferFee).toBe(0n)
  })

  it('finds an input that gives at least the wanted amount, and at most a little more', () => {
    const symbols = ['USDT', 'AAA', 'MCM', 'GALX', 'WBNB'] as const
    fc.assert(
      fc.property(
        fc.constantFrom(...symbols),
        fc.constantFrom(...symbols),
        fc.bigInt({ min: ONE / 1000n, max: 100n * ONE }),
        fc.bigInt({ min: 0n, max: 500n }),
        (from, to, wanted, fee) => {
          fc.pre(from !== to)
          const quote = quoteExactOut(routeOf(from, to), wanted, terms(fee))!
          expect(quote.amountOut).toBeGreaterThanOrEqual(wanted)
          expect(
            quoteExactIn(quote.route, quote.amountIn - 10n ** 9n, terms(fee))?.amountOut ?? 0n,
          ).toBeLessThan(wanted + ONE / 10n ** 6n)
        },
      ),
    )
  })

  it('has an impact that grows with the amount and excludes the fees', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: ONE, max: 100_000n * ONE }), feeBps, (paid, fee) => {
        const impact = (amountIn: bigint) =>
          quoteExactIn(routeOf('USDT', 'AAA'), amountIn, terms(300n, fee))!.impactBps
        expect(impact(paid * 2n)).toBeGreaterThanOrEqual(impact(paid))
      }),
    )
    // An amount of one percent of the reserve moves the price by one part in 101, whatever the fees are.
    const quote = quoteExactIn(routeOf('USDT', 'AAA'), 4_000n * ONE, terms(300n, 0n))!
    expect(quote.impactBps).toBe(100n)
    expect(quote.amountAtSpot).toBe(1_940n * ONE)
    expect(quoteExactIn(routeOf('USDT', 'AAA'), 4n * 10n ** 14n, terms())!.impactBps).toBe(1n)
  })

  it('gives nothing if too little or nothing is paid', () => {
    expect(quoteExactIn(routeOf('MCM', 'USDT'), 1n, terms())).toBeNull()
    expect(quoteExactIn([], ONE, terms())).toBeNull()
    expect(quoteExactOut(routeOf('USDT', 'AAA'), 200_000n * ONE, terms())).toBeNull()
  })
})

describe('routes', () => {
  it('are all routes of at most three pairs without a repeated token', () => {
    const more = [...PAIRS, pair('GALX', 'WBNB', ONE, ONE), pair('MCM', 'GALX', ONE, ONE)]
    const found = routesBetween(more, 'MCM', 'WBNB').map((route) =>
      ['MCM', ...route.map(({ to }) => to)].join('>'),
    )
    expect(found.sort()).toEqual([
      'MCM>GALX>USDT>WBNB',
      'MCM>GALX>WBNB',
      'MCM>USDT>GALX>WBNB',
      'MCM>USDT>WBNB',
    ])
    expect(routesBetween(more, 'MCM', 'BTCB')).toEqual([])
    expect(routesBetween(more, 'MCM', 'MCM')).toEqual([])
  })

  it('the best route gives most for a payment, and takes least for a wanted amount', () => {
    const deep = pair('MCM', 'GALX', 8_000_000n * ONE, 500_000n * ONE)
    const pairs = [...PAIRS, deep]
    expect(bestQuoteIn(pairs, 'MCM', 'GALX', 1_000n * ONE, terms())!.route).toHaveLength(1)
    const shallow = [...PAIRS, { ...deep, baseReserve: 80n * ONE, quoteReserve: 5n * ONE }]
    expect(bestQuoteIn(shallow, 'MCM', 'GALX', 1_000n * ONE, terms())!.route).toHaveLength(2)
    expect(bestQuoteOut(shallow, 'MCM', 'GALX', 50n * ONE, terms())!.route).toHaveLength(2)
    expect(bestQuoteOut(pairs, 'MCM', 'GALX', 50n * ONE, terms())!.route).toHaveLength(1)
    expect(bestQuoteIn([], 'MCM', 'GALX', ONE, terms())).toBeNull()
  })

  it('finds the largest input below an impact, and a tenth more would exceed the impact', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('AAA', 'MCM', 'GALX', 'WBNB'),
        fc.constantFrom(100n, 500n, 2_500n),
        (to, limit) => {
          const most = mostBelowImpact(PAIRS, 'USDT', to as SwapSymbol, limit, terms())
          expect(bestQuoteIn(PAIRS, 'USDT', to as SwapSymbol, most, terms())!.impactBps).toBeLessThan(limit)
          expect(
            bestQuoteIn(PAIRS, 'USDT', to as SwapSymbol, (most * 11n) / 10n, terms())!.impactBps,
          ).toBeGreaterThanOrEqual(limit)
        },
      ),
    )
    expect(mostBelowImpact([pair('AAA', 'USDT', 0n, 0n)], 'USDT', 'AAA', 100n, terms())).toBe(0n)
  })
})

it('derives a pair’s fee from the router’s own arithmetic, and refuses an impossible fee', () => {
  for (const fee of [0n, 20n, 25n, 30n, 100n])
    expect(pairFeeFrom(amountOutOf(PROBE_AMOUNT, PROBE_RESERVE, PROBE_RESERVE, fee))).toBe(fee)
  expect(() => pairFeeFrom(PROBE_AMOUNT)).toThrow(RangeError)
  expect(() => pairFeeFrom(PROBE_AMOUNT / 2n)).toThrow(RangeError)
  expect(() => pairFeeFrom(99_750_001n)).toThrow(/no whole number of basis points gives this fee/)
})

it('promises the quote less the slippage, rounded down', () => {
  expect(minimumReceived(10_001n, 50n)).toBe(9_950n)
  expect(minimumReceived(ONE, 0n)).toBe(ONE)
})

it('prices a pair, and has no price for an empty one', () => {
  expect(pairPrice(200n, 400n)).toBe(2n * ONE)
  expect(pairPrice(0n, 400n)).toBeNull()
})

it('warns at 1 and 5 %, asks for typing from 10 %, and blocks above 25 % and at an unknown impact', () => {
  const guards = [0n, 99n, 100n, 499n, 500n, 999n, 1_000n, 2_500n, 2_501n, 10_000n, null].map(impactGuard)
  expect(guards).toEqual([
    'quiet',
    'quiet',
    'notice',
    'notice',
    'warning',
    'warning',
    'typed',
    'typed',
    'blocked',
    'blocked',
    'blocked',
  ])
})
