/** The packed words, and what each function makes of them. What is not named here stays as it was: that is proven too. */
import { term } from './evaluate.ts'
import { below, type Fields, type Word } from './packing.ts'
import type { Term } from './terms.ts'

const BPS = 10_000n

export const WORDS: readonly Word[] = [
  {
    file: 'types/Stream.sol',
    type: 'Accrual',
    setters: [
      {
        function: 'newAccrual',
        makes: true,
        sets: (_at, lastUpdate, totalWeight, rewardPerWeight) => ({ lastUpdate, totalWeight, rewardPerWeight }),
        reverts: (at, _time, weight) => at.is(weight, '>=', at.number(1n << 65n)),
      },
    ],
  },
  {
    file: 'types/Position.sol',
    setters: [
      {
        function: 'newPosition',
        makes: true,
        sets: (_at, amount, pairAmount, unlockAt, tier, multiplier) => ({ amount, pairAmount, unlockAt, tier, multiplier }),
      },
      {
        function: 'minus',
        sets: (at, amount, pairAmount) => ({
          amount: at.do(at.of('amount'), '-', amount),
          pairAmount: at.do(at.of('pairAmount'), '-', pairAmount),
        }),
        cleared: (at, amount, pairAmount) => {
          const left = (field: string, gone: Term): Term => at.proof.terms.low(at.do(at.of(field), '-', gone), 96)
          return at.is(at.is(left('amount', amount), '==', at.number(0n)), '&&', at.is(left('pairAmount', pairAmount), '==', at.number(0n)))
        },
      },
      {
        function: 'withAmounts',
        sets: (_at, amount, pairAmount) => ({ amount, pairAmount }),
        cleared: (at, amount, pairAmount) =>
          at.is(at.is(amount, '==', at.number(0n)), '&&', at.is(pairAmount, '==', at.number(0n))),
      },
      { function: 'withoutWeight', sets: (at) => ({ multiplier: at.number(0n) }) },
    ],
    getters: [
      { function: 'multiplierBps', is: (at) => at.of('multiplier') },
      {
        function: 'exists',
        is: (at) => at.is(at.is(at.of('amount'), '>', at.number(0n)), '||', at.is(at.of('pairAmount'), '>', at.number(0n))),
      },
    ],
  },
  {
    file: 'types/Stake.sol',
    setters: [
      { function: 'withBoost', sets: (at, bps) => ({ extraBoost: at.do(bps, '-', at.number(BPS)) }) },
      {
        function: 'withPosition',
        sets: (at, units) => ({
          base: at.do(at.of('base'), '+', units),
          positions: at.do(at.of('positions'), '+', at.number(1n)),
        }),
      },
      {
        function: 'withGift',
        sets: (at, units) => ({
          base: at.do(at.of('base'), '+', units),
          gifts: at.do(at.of('gifts'), '+', at.number(1n)),
        }),
      },
      { function: 'withoutBase', sets: (at, units) => ({ base: at.do(at.of('base'), '-', units) }) },
      { function: 'paid', sets: (at, amount) => ({ debt: at.do(at.of('debt'), '+', amount) }) },
      { function: 'withDebt', sets: (_at, debt) => ({ debt }) },
    ],
    getters: [{ function: 'boostBps', is: (at) => at.do(at.number(BPS), '+', at.of('extraBoost')) }],
  },
  {
    file: 'types/Stream.sol',
    setters: [
      {
        function: 'withFlag',
        sets: (at, flag, on) => {
          const without = at.do(at.of('flags'), '&', at.proof.terms.invert(flag))
          return { flags: at.proof.terms.choose(on, at.do(at.of('flags'), '|', flag), without) }
        },
      },
      { function: 'withRate', sets: (_at, rate) => ({ rate }) },
      { function: 'withEnd', sets: (_at, end) => ({ end }) },
      { function: 'newStream', makes: true, sets: (_at, rewardToken, flags) => ({ rewardToken, flags }) },
    ],
    getters: [
      {
        function: 'has',
        is: (at, flags) => at.is(at.do(at.of('flags'), '&', flags), '!=', at.number(0n)),
        given: (at, flags) => [below(at, flags, 6)],
      },
      // EXISTS is 1 and PAUSED is 16
      { function: 'takesStakes', is: (at) => at.is(at.do(at.of('flags'), '&', at.number(17n)), '==', at.number(1n)) },
    ],
  },
]
