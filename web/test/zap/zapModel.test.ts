// A stake that another token pays: the planned amounts, the next step, and the stake that a swap still lacks.
import {
  afterTransferFee,
  amountOutOf,
  bestQuoteIn,
  type ExchangeTerms,
  type PairState,
} from '@galx/protocol/exchange'
import { parseUnits } from '@galx/protocol/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fresh, LOADING } from '../../src/core/state/reading.ts'
import type { Problem } from '../../src/core/transactions/problem.ts'
import type { TransactionRecord } from '../../src/core/transactions/transactionStore.ts'
import { promisedBy } from '../../src/swap/swapModel.ts'
import {
  coversFee,
  payShareText,
  receivedIn,
  stakeable,
  unfinishedIn,
  zapAction,
  type ZapSituation,
} from '../../src/zap/zapModel.ts'

const ONE = 10n ** 18n
const ACCOUNT = `0x${'ab'.repeat(20)}` as const
const amount = fc.bigInt(1n, 10n ** 26n)
const reserve = fc.bigInt(10n ** 6n, 10n ** 27n)
const slippage = fc.integer({ min: 1, max: 500 })

/** A pair of a token with USDT. The token AAA takes a fee on every transfer to or from its pair. */
function market(base: 'AAA' | 'GALX', baseReserve: bigint, quoteReserve: bigint) {
  const pair: PairState = { address: '0xpair', base, quote: 'USDT', baseReserve, quoteReserve }
  const terms: ExchangeTerms = {
    pairFeeBps: 30n,
    transferFee: { token: 'AAA', pair: '0xpair', feeBps: 300n },
  }
  return { pair, terms }
}
function previewOf(
  base: 'AAA' | 'GALX',
  reserves: readonly [bigint, bigint],
  paid: bigint,
  slippageBps: number,
) {
  const { pair, terms } = market(base, ...reserves)
  const quote = bestQuoteIn([pair], 'USDT', base, paid, terms)
  return (
    quote && {
      from: 'USDT' as const,
      to: base,
      quote,
      terms,
      block: 1n,
      settings: { slippageBps, minutes: 20 },
    }
  )
}
/** The wei that reach the account, by the pair's and the token's own arithmetic. */
function arriving(
  base: 'AAA' | 'GALX',
  [baseReserve, quoteReserve]: readonly [bigint, bigint],
  paid: bigint,
): bigint {
  const out = amountOutOf(paid, quoteReserve, baseReserve, 30n)
  return base === 'AAA' ? afterTransferFee(out, 300n) : out
}

describe.each(['GALX', 'AAA'] as const)('the stake of a swap for %s', (base) => {
  it('is the quote less the slippage, rounded down, and never more than the quote', () => {
    fc.assert(
      fc.property(reserve, reserve, amount, slippage, (one, other, paid, bps) => {
        const preview = previewOf(base, [one, other], paid, bps)
        fc.pre(preview !== null)
        const stake = promisedBy(preview)
        const exact = preview.quote.amountOut * BigInt(10_000 - bps)
        expect(stake).toBeLessThan(preview.quote.amountOut)
        expect(stake * 10_000n).toBeLessThanOrEqual(exact)
        expect((stake + 1n) * 10_000n).toBeGreaterThan(exact)
      }),
    )
  })

  it('never exceeds what arrives, wherever the price moves: the router reverts, or the whole promise has arrived', () => {
    fc.assert(
      fc.property(
        reserve,
        reserve,
        amount,
        slippage,
        reserve,
        reserve,
        (one, other, paid, bps, later, last) => {
          const preview = previewOf(base, [one, other], paid, bps)
          fc.pre(preview !== null)
          const least = promisedBy(preview)
          expect(arriving(base, [one, other], paid)).toBe(preview.quote.amountOut)
          const received = arriving(base, [later, last], paid)
          const stake = stakeable(least, received)
          expect(stake).toBeLessThanOrEqual(received)
          expect(stake).toBeLessThanOrEqual(least)
          if (received >= least) expect(stake).toBe(least)
        },
      ),
    )
  })
})

describe('a share of the balance to pay', () => {
  it('never exceeds the balance, and all of it leaves nothing', () => {
    fc.assert(
      fc.property(
        amount,
        fc.constantFrom(25, 50, 75, 100),
        fc.constantFrom('BNB', 'BTCB'),
        (most, percent, coin) => {
          const share = parseUnits(payShareText(most, percent, coin))
          expect(share * 100n).toBeLessThanOrEqual(most * BigInt(percent))
          if (percent === 100) expect(share).toBe(most)
        },
      ),
    )
  })
})

function situation(change: Partial<ZapSituation> = {}): ZapSituation {
  const preview = previewOf('GALX', [500_000n * ONE, 400_000n * ONE], 100n * ONE, 50)!
  const { quote } = preview
  return {
    trade: { from: 'USDT', to: 'GALX', side: 'in', text: '100' },
    offer: { kind: 'swap', quote, guard: 'quiet', amountIn: quote.amountIn, amountOut: quote.amountOut },
    balance: fresh(100n * ONE, 1),
    exchange: fresh({ block: 1n, pairs: [], terms: preview.terms }, 1),
    connection: 'connected',
    address: ACCOUNT,
    disabeldMatch: false,
    isBusy: false,
    paused: false,
    least: promisedBy(preview),
    native: fresh(ONE, 1),
    ...change,
  }
}

describe('the next step', () => {
  const ofBnb = { from: 'BNB', to: 'GALX', side: 'in', text: '1' } as const
  const whole = { ...situation().offer, amountIn: ONE } as ZapSituation['offer']

  it.each<[string, Partial<ZapSituation>, object]>([
    ['confirms', {}, { kind: 'zap' }],
    ['connects first', { address: null, paused: true }, { kind: 'connect' }],
    [
      'names a pause before every other reason',
      { paused: true, offer: { kind: 'empty' } },
      { kind: 'paused' },
    ],
    ['asks for an amount', { offer: { kind: 'empty' } }, { kind: 'enter' }],
    ['names a short balance', { balance: fresh(99n * ONE, 1) }, { kind: 'short', asset: 'USDT' }],
    [
      'stops at a price impact that is too high',
      { offer: { ...situation().offer, guard: 'blocked' } as never },
      { kind: 'blocked' },
    ],
    [
      'stops at an old quote',
      { exchange: { status: 'stale', value: {} as never, at: 1 } },
      { kind: 'unquoted' },
    ],
    [
      'refuses a swap of which nothing is left to stake',
      { least: 0n },
      { kind: 'unquoted', why: 'tooLittle' },
    ],
    ['leaves the network fee to the wallet’s sponsor', { native: fresh(0n, 1) }, { kind: 'zap' }],
    ['goes on while the coin is unread: the sheet checks again', { native: LOADING }, { kind: 'zap' }],
    [
      'keeps a part of the coin for the fee',
      { trade: ofBnb, offer: whole, balance: fresh(ONE, 1) },
      { kind: 'noFee' },
    ],
    [
      'lets the rest of the coin pay',
      { trade: ofBnb, offer: whole, balance: fresh(2n * ONE, 1), native: fresh(2n * ONE, 1) },
      { kind: 'zap' },
    ],
  ])('%s', (_, change, wanted) => {
    expect(zapAction(situation(change))).toMatchObject(wanted)
  })

  it('counts the network fee besides a payment in the coin', () => {
    expect(coversFee('BNB', ONE, ONE + 5n, 5n)).toBe(true)
    expect(coversFee('BNB', ONE, ONE + 4n, 5n)).toBe(false)
    expect(coversFee('USDT', ONE, 5n, 5n)).toBe(true)
    expect(coversFee('USDT', ONE, 4n, 5n)).toBe(false)
    expect(coversFee('USDT', ONE, undefined, 5n)).toBe(true)
  })
})

describe('a swap whose stake is missing', () => {
  const facts = [
    { label: 'paid', amount: 100n, token: 'USDT' },
    { label: 'received', amount: 90n, token: 'GALX' },
  ] as const
  const swap = {
    id: 'swap',
    account: ACCOUNT,
    stage: 'confirmed',
    linked: 'first',
    facts: { pool: 'galx', tier: '2', stake: '80' },
    outcome: { facts, next: null, changes: [] },
  } as unknown as TransactionRecord
  const stake = (stage: TransactionRecord['stage']) =>
    ({ ...swap, id: 'stake', linked: 'last', after: 'swap', stage }) as const
  const find = (list: readonly TransactionRecord[], account: string | null = ACCOUNT) =>
    unfinishedIn(list, account, 'galx', 'GALX')

  it('is found with the amounts that arrived and that were promised', () => {
    expect(find([swap])).toMatchObject({ pool: 'galx', tier: 2, stake: 80n, received: 90n })
    expect(receivedIn(facts, 'USDT')).toBeNull()
  })

  it('lacks the promised amount while the receipt’s logs are not known', () => {
    expect(find([{ ...swap, outcome: null }])).toMatchObject({ stake: 80n, received: null })
  })

  it('lacks no more than arrived', () => {
    expect(find([{ ...swap, facts: { ...swap.facts, stake: '95' } }])?.stake).toBe(90n)
  })

  it('still lacks a stake that was surely not made', () => {
    const reverted = { code: 'reverted', error: null, values: [], reason: null } as Problem
    expect(find([stake('refused'), swap])?.stake).toBe(80n)
    expect(find([{ ...stake('failed'), problem: reverted }, swap])?.stake).toBe(80n)
    const replacement = { hash: `0x${'1'.repeat(64)}`, how: 'cancelled' } as const
    expect(find([{ ...stake('replaced'), replacement }, swap])?.stake).toBe(80n)
  })

  it.each(['checking', 'signing', 'pending', 'confirmed', 'dropped'] as const)(
    'lacks nothing once the stake is %s, because it is or may come on the chain',
    (stage) => {
      expect(find([stake(stage), swap])).toBeNull()
    },
  )

  it.each(['interrupted', 'walletSilent', 'batchUnclear', 'batchUnknown'] as const)(
    'is not offered a second time if the wallet may have sent the stake (%s)',
    (code) => {
      expect(find([{ ...stake('failed'), problem: { code } } as TransactionRecord, swap])).toBeNull()
    },
  )

  it('is not offered a second time if an unknown transaction replaced the stake', () => {
    const replaced = { ...stake('replaced'), replacement: { hash: null, how: 'other' } } as const
    expect(find([replaced, swap])).toBeNull()
  })

  it('lacks nothing once the account has staked in the pool in another way', () => {
    const own = (pool: string, startedAt: number) =>
      ({
        ...swap,
        id: 'own',
        linked: undefined,
        facts: undefined,
        startedAt,
        call: { name: 'stake', pool },
      }) as unknown as TransactionRecord
    expect(find([own('galx', 2), { ...swap, startedAt: 1 }])).toBeNull()
    expect(find([own('mcf', 2), { ...swap, startedAt: 1 }])).not.toBeNull()
    expect(find([{ ...swap, startedAt: 1 }, own('galx', 0)])).not.toBeNull()
  })

  it('is not hidden by a later swap that was refused', () => {
    const later = { ...swap, id: 'later', stage: 'refused' } as TransactionRecord
    expect(find([later, swap])?.record.id).toBe('swap')
  })

  it.each<[string, Partial<TransactionRecord>]>([
    ['is not confirmed', { stage: 'pending' }],
    ['belongs to another pool', { facts: { pool: 'mcf', tier: '0', stake: '80' } }],
    ['was left as it is', { facts: { ...swap.facts, left: 'yes' } }],
    ['is a swap of the exchange', { linked: undefined } as never],
    ['gave nothing', { outcome: { facts: [{ label: 'received', amount: 0n, token: 'GALX' }] } } as never],
  ])('is not offered if it %s', (_, change) => {
    expect(find([{ ...swap, ...change }])).toBeNull()
  })

  it('is not offered to another account', () => {
    expect(find([swap], null)).toBeNull()
    expect(find([swap], `0x${'1'.repeat(40)}`)).toBeNull()
  })
})
