import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountWeightOf, ratePerDay } from '@galx/protocol/formulas'
import { levelAction, targetLevel, type LevelSituation } from '../../../src/products/btc/levelModel.ts'
import { boostIsBehind, gainOfLevel } from '../../../src/staking/levels/boostModel.ts'
import { LOADING } from '../../../src/core/state/reading.ts'
import { ACCOUNT, accountState, btc, ONE, poolSnapshot, position, read } from '../../staking/fixtures.ts'
import { LEVELS } from './levels.ts'

const NOW = 1_000_000

describe('the level that is offered', () => {
  it('is the first level for an account without a level, else a chosen higher level, and none at the top', () => {
    expect(targetLevel(LEVELS, null, null)?.level).toBe(1)
    expect(targetLevel(LEVELS, 2, null)).toBeNull()
    expect(targetLevel(LEVELS, 2, 5)?.level).toBe(5)
    // The account has bought a higher level than the chosen level meanwhile.
    expect(targetLevel(LEVELS, 4, 3)).toBeNull()
    expect(targetLevel(LEVELS, 5, 5)).toBeNull()
  })
})

describe('the gain of a level', () => {
  const amounts = fc.array(fc.bigInt({ min: ONE / 100n, max: 10n ** 9n * ONE }), {
    minLength: 1,
    maxLength: 5,
  })
  const others = fc.bigInt({ min: 0n, max: 10n ** 10n * ONE })
  const boosts = fc.tuple(
    fc.constantFrom(...LEVELS.map(({ boostBps }) => boostBps)),
    fc.constantFrom(...LEVELS.map(({ boostBps }) => boostBps)),
  )

  it('is the pool’s payment with both weights grown: never less than before, never as much as the boost alone suggests', () => {
    fc.assert(
      fc.property(amounts, others, boosts, (list, rest, two) => {
        const [from, to] = two.sort((one, other) => one - other) as [number, number]
        const positions = list.map((amount) => position({ pool: 'btc', amount }))
        const weighing = positions.map(({ amount }) => ({ amount, multiplierBps: 10_000 }))
        const weight = accountWeightOf(weighing, from)
        const state = poolSnapshot({ totalWeight: weight + rest, rewardRate: 10n ** 12n, rewardEnd: NOW + 1 })
        const account = accountState({ weight, boostBps: from })
        const gain = gainOfLevel({ pool: btc, state, account, positions, now: NOW }, to)
        const grown = accountWeightOf(weighing, to)
        expect(gain.before).toEqual({ own: weight, total: weight + rest })
        expect(gain.after).toEqual({ own: grown, total: grown + rest })
        const after = ratePerDay({ ...state, totalWeight: grown + rest }, grown, NOW)!
        expect(gain.perDay).toEqual({ before: ratePerDay(state, weight, NOW), after })
        expect(after).toBeGreaterThanOrEqual(gain.perDay!.before - 1n)
        // Two upper limits: the pool's whole payment, and growth by the boost's factor, because the account's own growth dilutes its share.
        expect(after).toBeLessThanOrEqual(state.rewardRate * 86_400n)
        const most = ((gain.perDay!.before + 2n) * BigInt(to)) / BigInt(from)
        expect(after).toBeLessThanOrEqual(most + most / 1_000_000n)
      }),
    )
  })

  it('is 0 for an account that is alone in the pool, and for everybody if no reward streams', () => {
    const positions = [position({ pool: 'btc', amount: 100n * ONE })]
    const state = poolSnapshot({ totalWeight: 100n * ONE, rewardRate: ONE, rewardEnd: NOW + 1 })
    const account = accountState({ weight: 100n * ONE })
    const alone = gainOfLevel({ pool: btc, state, account, positions, now: NOW }, 20_000)
    expect(alone.perDay?.after).toBe(alone.perDay?.before)
    const ended = gainOfLevel({ pool: btc, state, account, positions, now: NOW + 2 }, 20_000)
    expect(ended.perDay).toEqual({ before: 0n, after: 0n })
    const empty = { ...state, totalWeight: 0n }
    const nobody = accountState({ weight: 0n })
    expect(
      gainOfLevel({ pool: btc, state: empty, account: nobody, positions: [], now: NOW }, 20_000),
    ).toEqual({
      before: { own: 0n, total: 0n },
      after: { own: 0n, total: 0n },
      perDay: null,
    })
  })
})

describe('a boost that does not apply yet', () => {
  it('is noticed only if both boosts are known', () => {
    expect(boostIsBehind(LEVELS, 2, accountState({ boostBps: 10_000 }))).toBe(true)
    expect(boostIsBehind(LEVELS, 2, accountState({ boostBps: 12_000 }))).toBe(false)
    expect(boostIsBehind(LEVELS, null, accountState({ boostBps: 10_000 }))).toBe(false)
    expect(boostIsBehind(LEVELS, 2, undefined)).toBe(false)
  })
})

describe('the button below the levels', () => {
  const at = (change: Partial<LevelSituation> = {}): LevelSituation => ({
    levels: LEVELS,
    own: read(3),
    target: LEVELS[4]!,
    connection: 'connected',
    address: ACCOUNT,
    busy: false,
    balance: read(2_000n * ONE),
    ...change,
  })

  it('burns the difference to the present level, and shows the missing amount', () => {
    expect(levelAction(at())).toEqual({ kind: 'buy', level: 4, price: 2_000n * ONE })
    expect(levelAction(at({ balance: read(2_000n * ONE - 1n) }))).toEqual({ kind: 'short' })
    expect(levelAction(at({ connection: 'wrongChain' }))).toEqual({ kind: 'switch' })
    expect(levelAction(at({ busy: true }))).toEqual({ kind: 'wait' })
    expect(levelAction(at({ address: null, connection: 'idle' }))).toEqual({ kind: 'connect', busy: false })
  })

  it('offers nothing while level or balance is unknown: burned tokens never come back', () => {
    expect(levelAction(at({ own: LOADING }))).toEqual({ kind: 'loading' })
    expect(levelAction(at({ balance: { status: 'failed', reason: '' } }))).toEqual({ kind: 'loading' })
  })
})
