/**
 * The modular accumulator. Rewards per weight and debts are kept modulo 2^157 and 2^92. The computed rewards equal the rewards by exact
 * numbers of any size, as long as an account's unpaid reward stays below 2^91 wei, which the cap on balances guarantees. In this proof,
 * numbers are integers: a packed word's fields are numbers, which the theorems on words justify.
 */
import { term, type Replacement } from './evaluate.ts'
import type { Term } from './terms.ts'
import type { Proof, Theorem } from './theorem.ts'

const STAKE = 'types/Stake.sol'
const ACCRUAL = 'types/Stream.sol'
const [SCALE, DEBT_MODULUS, REWARD_BOUND] = [1n << 65n, 1n << 92n, 1n << 91n]
const PER_WEIGHT_BITS = 157

/** A stake in which only the debt matters, so that the debt replaces the whole word. */
const DEBT_ALONE: ReadonlyMap<string, Replacement> = new Map([
  ['debt', ([stake]) => term(stake)],
  ['withDebt', ([, debt]) => term(debt)],
])

/** The exact reward per weight: the stored value, and the number of times that it has wrapped around. This number has no bound. */
function exactly(proof: Proof): { readonly stored: Term; readonly exact: string } {
  const stored = proof.any('stored', PER_WEIGHT_BITS)
  const rounds = proof.any('rounds', 4096)
  return { stored, exact: `(+ ${stored.text} (* ${1n << BigInt(PER_WEIGHT_BITS)} ${rounds.text}))` }
}

function holds(text: string): Term {
  return { sort: 'boolean', text }
}

export const REWARDS: readonly Theorem[] = [
  {
    name: 'pending reward = floor(weight × exact reward per weight / 2^65) − exact debt, wherever that is from 0 to 2^91 − 1',
    reading: 'integers',
    state: (proof) => {
      const { stored, exact } = exactly(proof)
      const [weight, debt] = [proof.any('weight', 65), proof.any('debt', 4096)]
      const kept = holds(`(= ${proof.any('kept', 92).text} (mod ${debt.text} ${DEBT_MODULUS}))`)
      const owed = `(- (div (* ${weight.text} ${exact}) ${SCALE}) ${debt.text})`
      const pending = proof.value(STAKE, 'pendingOf', [{ sort: 'number', text: 'kept' }, weight, stored], DEBT_ALONE)
      const bounded = holds(`(and (>= ${owed} 0) (< ${owed} ${REWARD_BOUND}))`)
      return { given: [kept, bounded], claim: holds(`(= ${pending.text} ${owed})`) }
    },
  },
  {
    name: 'a deficit of up to 2^91 wei, as rounding leaves of one, is no reward: pending is 0',
    reading: 'integers',
    state: (proof) => {
      const { stored, exact } = exactly(proof)
      const [weight, debt] = [proof.any('weight', 65), proof.any('debt', 4096)]
      const kept = holds(`(= ${proof.any('kept', 92).text} (mod ${debt.text} ${DEBT_MODULUS}))`)
      const owed = `(- (div (* ${weight.text} ${exact}) ${SCALE}) ${debt.text})`
      const pending = proof.value(STAKE, 'pendingOf', [{ sort: 'number', text: 'kept' }, weight, stored], DEBT_ALONE)
      const bounded = holds(`(and (< ${owed} 0) (>= ${owed} (- ${REWARD_BOUND})))`)
      return { given: [kept, bounded], claim: holds(`(= ${pending.text} 0)`) }
    },
  },
  {
    name: 'a settlement leaves what was owed, or one wei less, and never more',
    reading: 'integers',
    state: (proof) => {
      const [stake, weight, stored, owed] = [proof.any('stake', 92), proof.any('weight', 65), proof.any('stored', PER_WEIGHT_BITS), proof.any('owed', 91)]
      const settled = proof.value(STAKE, 'settled', [stake, weight, stored, owed], DEBT_ALONE)
      const cut = proof.terms.low(settled, 92)
      const pending = proof.value(STAKE, 'pendingOf', [cut, weight, stored], DEBT_ALONE).text
      return { claim: holds(`(and (<= ${pending} ${owed.text}) (>= (+ ${pending} 1) ${owed.text}))`) }
    },
  },
  {
    name: 'a payment lowers what is pending by exactly what was paid',
    reading: 'integers',
    state: (proof) => {
      const [stake, weight, stored, amount] = [proof.any('stake', 92), proof.any('weight', 65), proof.any('stored', PER_WEIGHT_BITS), proof.any('amount', 91)]
      const before = proof.value(STAKE, 'pendingOf', [stake, weight, stored], DEBT_ALONE)
      const paid = proof.terms.low(proof.value(STAKE, 'paid', [stake, amount], DEBT_ALONE), 92)
      const after = proof.value(STAKE, 'pendingOf', [paid, weight, stored], DEBT_ALONE)
      const given = [holds(`(<= ${amount.text} ${before.text})`)]
      return { given, claim: holds(`(= ${after.text} (- ${before.text} ${amount.text}))`) }
    },
  },
]

/** An accrual, replaced by its three fields. */
function accrual(last: Term, weight: Term, stored: Term): ReadonlyMap<string, Replacement> {
  return new Map<string, Replacement>([
    ['lastUpdate', () => last],
    ['totalWeight', () => weight],
    ['rewardPerWeight', () => stored],
  ])
}

export const ACCRUALS: readonly Theorem[] = [
  {
    name: 'the reward per weight grows by floor(rate × seconds × 2^65 / total weight), by 0 without weight, and overflows nothing',
    reading: 'integers',
    state: (proof) => {
      const [last, weight, stored] = [proof.any('last', 34), proof.any('weight', 65), proof.any('stored', PER_WEIGHT_BITS)]
      const [time, rate, end] = [proof.any('time', 34), proof.any('rate', 56), proof.any('end', 34)]
      const after = proof.value(ACCRUAL, 'rewardPerWeightAt', [proof.number(0n), time, rate, end], accrual(last, weight, stored))
      const until = `(ite (< ${time.text} ${end.text}) ${time.text} ${end.text})`
      const seconds = `(ite (< ${until} ${last.text}) 0 (- ${until} ${last.text}))`
      const reward = `(* ${SCALE} (* 1000000 (* ${rate.text} ${seconds})))`
      const grown = `(ite (= ${weight.text} 0) 0 (div ${reward} ${weight.text}))`
      return { claim: holds(`(= ${after.text} (+ ${stored.text} ${grown}))`) }
    },
  },
  {
    name: 'all weights together earn no more than the stream pays: total weight × growth ≤ rate × seconds × 2^65',
    reading: 'integers',
    state: (proof) => {
      const [weight, reward] = [proof.any('weight', 65), proof.any('reward', 175)]
      const growth = proof.terms.arithmetic('/', reward, weight)
      return { claim: holds(`(<= (* ${weight.text} ${growth.text}) ${reward.text})`) }
    },
  },
]

