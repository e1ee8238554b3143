import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  gainOfStake,
  legsOf,
  legsText,
  missingToken,
  mostStakeable,
  paidLegsText,
  readAmount,
  shareText,
  stakeAction,
  type StakeSituation,
} from '../../src/staking/stakeModel.ts'
import { LOADING } from '../../src/core/state/reading.ts'
import { accountState, ACCOUNT, ONE, pair, poolSnapshot, read, single, terms } from './fixtures.ts'

describe('amounts', () => {
  it('reads the field’s text without floating point, and nothing but amounts', () => {
    expect(readAmount('1500.25')).toBe(150_025n * 10n ** 16n)
    expect(readAmount('12.')).toBe(12n * ONE)
    for (const text of ['', '.', '1e5', '-1', '0x10', 'abc']) expect(readAmount(text)).toBeNull()
  })

  it('never offers more than the balance', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 28n), fc.constantFrom(25, 50, 75, 100), (most, percent) => {
        const amount = readAmount(shareText(most, percent as 25))
        expect(amount === null || amount * 100n <= most * BigInt(percent)).toBe(true)
      }),
    )
  })

  it('takes both tokens for the pair, rounding the second amount up as the contract does', () => {
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
    isBusy: false,
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

  it('names the token that is short, even if it is the pair’s second token', () => {
    expect(stakeAction({ ...ready, text: '101' })).toEqual({ kind: 'short', token: 'GALX' })
    expect(stakeAction({ ...ready, pool: pair })).toEqual({ kind: 'short', token: 'MCM' })
  })

  it('waits while a transaction is running or being matched, and says so if staking is paused', () => {
    expect(stakeAction({ ...ready, isBusy: true }).kind).toBe('wait')
    expect(stakeAction({ ...ready, disabeldMatch: true }).kind).toBe('wait')
    expect(stakeAction({ ...ready, paused: true }).kind).toBe('paused')
  })

  it('treats a loading balance as unknown, not as 0, and offers to read a failed balance again', () => {
    expect(stakeAction({ ...ready, balances: { GALX: LOADING } }).kind).toBe('loading')
    expect(stakeAction({ ...ready, balances: { GALX: { status: 'failed', reason: 'x' } } }).kind).toBe(
      'unread',
    )
  })
})

describe('the expected result of a stake', () => {
  const [shortest, , , longest] = terms.tiers
  const state = poolSnapshot({ totalWeight: 1_000n * ONE })

  it('counts the account’s own dilution and the term’s multiplier', () => {
    const gain = gainOfStake(longest!, state, null, 1_000n * ONE, 1_000_000)
    // The account gets 3000/4000 of a stream of one token a second.
    expect(gain.perDay).toBe(64_800n * ONE)
    expect(gain).toMatchObject({ before: { own: 0n }, after: { own: 3_000n * ONE, total: 4_000n * ONE } })
    const held = accountState({ weight: 1_000n * ONE })
    expect(gainOfStake(longest!, state, held, 1_000n * ONE, 1_000_000).perDay).toBe(0n)
  })

  it('never earns less for a longer term, and keeps the share between 0 and all', () => {
    const wei = fc.bigInt(1n, 10n ** 26n)
    fc.assert(
      fc.property(wei, wei, wei, (amount, own, others) => {
        const pool = poolSnapshot({ totalWeight: own + others })
        const account = accountState({ weight: own })
        const [short, long] = [shortest!, longest!].map((tier) =>
          gainOfStake(tier, pool, account, amount, 1_000_000),
        )
        expect(long!.perDay).toBeGreaterThanOrEqual(short!.perDay)
        expect(long!.after.own).toBeLessThanOrEqual(long!.after.total)
        expect(long!.after.own * long!.before.total).toBeGreaterThanOrEqual(
          long!.before.own * long!.after.total,
        )
      }),
    )
  })

  it('writes the spent amounts token by token', () => {
    expect(legsText(legsOf(pair, ONE))).toBe('1.00 GALX + 1.00 MCM')
    const odd = { ...pair, pairRatio: '333333333333333333' }
    expect(paidLegsText(legsOf(odd, ONE))).toBe('1.00 GALX + 0.333334 MCM')
  })
})
