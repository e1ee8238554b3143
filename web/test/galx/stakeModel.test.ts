import { formatUnits } from '@galx/protocol/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  legsOf,
  missingToken,
  mostStakeable,
  readAmount,
  shareText,
  stakeAction,
  unstakePreview,
  unstakeProblem,
  type StakeSituation,
} from '../../src/staking/stakeModel.ts'
import { LOADING } from '../../src/core/state/reading.ts'
import { ACCOUNT, ONE, pair, position, read, single } from './fixtures.ts'

describe('amounts', () => {
  it('reads the field’s text without floating point, and nothing but amounts', () => {
    expect(readAmount('1500.25')).toBe(150_025n * 10n ** 16n)
    expect(readAmount('12.')).toBe(12n * ONE)
    for (const text of ['', '.', '1e5', '-1', '0x10', 'abc']) expect(readAmount(text)).toBeNull()
  })

  it('never offers more than there is', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 28n), fc.constantFrom(25, 50, 75, 100), (most, percent) => {
        const amount = readAmount(shareText(most, percent as 25))
        expect(amount === null || amount * 100n <= most * BigInt(percent)).toBe(true)
      }),
    )
  })

  it('takes both legs for the pair, rounding the second one up as the contract does', () => {
    const odd = { ...pair, pairRatio: '333333333333333333' }
    expect(legsOf(single, 5n)).toEqual([{ token: 'GALX', amount: 5n }])
    expect(legsOf(odd, 1n)).toEqual([
      { token: 'GALX', amount: 1n },
      { token: 'MCM', amount: 1n },
    ])
  })

  it('limits the pair by whichever token is scarcer, and never asks for more than either holds', () => {
    expect(mostStakeable(pair, { GALX: read(10n * ONE), MCM: read(4n * ONE) })).toBe(4n * ONE)
    expect(mostStakeable(single, { GALX: LOADING })).toBeNull()
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 26n),
        fc.bigInt(0n, 10n ** 26n),
        fc.bigInt(1n, 10n ** 20n),
        (a, b, ratio) => {
          const pool = { ...pair, pairRatio: ratio.toString() }
          const balances = { GALX: read(a), MCM: read(b) }
          const most = mostStakeable(pool, balances) ?? 0n
          expect(missingToken(pool, most, balances)).toBeNull()
        },
      ),
    )
  })
})

describe('the primary button', () => {
  const ready: StakeSituation = {
    pool: single,
    text: '10',
    connection: 'connected',
    address: ACCOUNT,
    disabeldMatch: false,
    inHand: false,
    paused: false,
    balances: { GALX: read(100n * ONE), MCM: read(5n * ONE) },
  }

  it('leads from connecting over switching to staking, without asking to sign in', () => {
    expect(stakeAction({ ...ready, address: null, connection: 'idle' })).toEqual({
      kind: 'connect',
      busy: false,
    })
    expect(stakeAction({ ...ready, address: null, connection: 'connecting' })).toEqual({
      kind: 'connect',
      busy: true,
    })
    expect(stakeAction({ ...ready, connection: 'wrongChain' })).toEqual({ kind: 'switch' })
    expect(stakeAction({ ...ready, text: '' })).toEqual({ kind: 'enter' })
    expect(stakeAction({ ...ready, text: '0.00' })).toEqual({ kind: 'enter' })
    expect(stakeAction(ready)).toMatchObject({ kind: 'stake', amount: 10n * ONE })
  })

  it('names the token that is short, also the pair’s second one', () => {
    expect(stakeAction({ ...ready, text: '101' })).toEqual({ kind: 'short', token: 'GALX' })
    expect(stakeAction({ ...ready, pool: pair })).toEqual({ kind: 'short', token: 'MCM' })
  })

  it('waits while a transaction is in hand or being matched, and says when staking is paused', () => {
    expect(stakeAction({ ...ready, inHand: true }).kind).toBe('wait')
    expect(stakeAction({ ...ready, disabeldMatch: true }).kind).toBe('wait')
    expect(stakeAction({ ...ready, paused: true }).kind).toBe('paused')
  })

  it('treats a loading balance as unknown, not as 0, and lets an unreadable one pass to the checks before signing', () => {
    expect(stakeAction({ ...ready, balances: { GALX: LOADING } }).kind).toBe('loading')
    expect(stakeAction({ ...ready, balances: { GALX: { status: 'failed', reason: 'x' } } }).kind).toBe(
      'stake',
    )
  })
})

describe('unstaking', () => {
  it('shows what comes back and what stays, to the last wei', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 26n),
        fc.bigInt(0n, 10n ** 26n),
        fc.bigInt(0n, 10_000n),
        (amount, other, part) => {
          const held = position({ pool: 'galxMcm', amount, pairAmount: other })
          const out = (amount * part) / 10_000n
          const { legs, left } = unstakePreview(pair, held, out, 10_000)
          expect((legs[0]?.amount ?? 0n) + (left[0]?.amount ?? 0n)).toBe(amount)
          expect((legs[1]?.amount ?? 0n) + (left[1]?.amount ?? 0n)).toBe(other)
        },
      ),
    )
  })

  it('gives all of the second token back with the last part', () => {
    const held = position({ pool: 'galxMcm', amount: 3n, pairAmount: 10n })
    expect(unstakePreview(pair, held, 2n, 10_000)).toMatchObject({ whole: false, legs: [{}, { amount: 6n }] })
    expect(unstakePreview(pair, held, 3n, 10_000)).toMatchObject({
      whole: true,
      weightAfter: 0n,
      left: [{}, { amount: 0n }],
    })
  })

  it('refuses nothing and too much', () => {
    expect(unstakeProblem(position(), null)).toBe('enter')
    expect(unstakeProblem(position(), 0n)).toBe('enter')
    expect(unstakeProblem(position(), 101n * ONE)).toBe('tooMuch')
    expect(unstakeProblem(position(), readAmount(formatUnits(100n * ONE)))).toBeNull()
  })
})
