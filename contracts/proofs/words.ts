/** The packed words, and the effect of each function on them. Fields that are not named here stay unchanged, which is proven too. */
import { below, type Word } from './packing.ts'
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
        function: 'withAmounts',
        sets: (_at, amount, pairAmount) => ({ amount, pairAmount }),
        cleared: (at, amount, pairAmount) =>
          at.is(at.is(amount, '==', at.number(0n)), '&&', at.is(pairAmount, '==', at.number(0n))),
      },
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
        function: 'opened',
        sets: (at, gift, units) => {
          const count = (name: string, counted: Term): Term => at.proof.terms.choose(counted, at.do(at.of(name), '+', at.number(1n)), at.of(name))
          return {
            base: at.do(at.of('base'), '+', units),
            gifts: count('gifts', gift),
            positions: count('positions', at.proof.terms.not(gift)),
          }
        },
        given: (at) => ['gifts', 'positions'].map((name) => at.is(at.of(name), '<', at.number((1n << 32n) - 1n))),
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
        function: 'withPaused',
        sets: (at, paused) => {
          const [bit, flags] = [at.number(16n), at.of('flags')]
          const without = at.do(flags, '&', at.proof.terms.invert(bit))
          return { flags: at.proof.terms.choose(paused, at.do(flags, '|', bit), without) }
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
