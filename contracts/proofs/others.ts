/** Packed words with numbered places (two positions in one word), and the words that change with time. */
import { isTerm, term } from './evaluate.ts'
import type { Term } from './terms.ts'
import type { Proof, Theorem } from './theorem.ts'

const POSITION = 'types/Position.sol'
const STAKE = 'types/Stake.sol'
const STREAM = 'types/Stream.sol'

/** A position in a plain pool, which has only one tier. */
function plainPosition(proof: Proof): Term {
  const [amount, unlockAt] = [proof.any('amount', 94), proof.any('unlockAt', 34)]
  return proof.value(POSITION, 'newPosition', [amount, proof.number(0n), unlockAt, proof.number(0n), proof.number(10_000n)])
}

function half(proof: Proof, name: string): Term {
  return proof.terms.choose(proof.any(name, 0), proof.number(128n), proof.number(0n))
}

/** @returns the number that the function computes from the word alone */
function made(proof: Proof, file: string, name: string, of: Term): Term {
  return proof.value(file, name, [of])
}

const WEIGHTS: readonly Theorem[] = [
  {
    name: 'Position.base is amount × multiplier / 10^13, rounded down',
    reading: 'bits',
    state: (proof) => {
      const position = proof.any('position')
      const product = proof.terms.arithmetic('*', made(proof, POSITION, 'amount', position), made(proof, POSITION, 'multiplierBps', position))
      const expected = proof.terms.arithmetic('/', product, proof.number(10n ** 13n))
      return { claim: proof.terms.equal(made(proof, POSITION, 'base', position), expected) }
    },
  },
  {
    name: 'Stake.weight is base × boost / 10 000, rounded down',
    reading: 'bits',
    state: (proof) => {
      const stake = proof.any('stake')
      const product = proof.terms.arithmetic('*', made(proof, STAKE, 'base', stake), made(proof, STAKE, 'boostBps', stake))
      return { claim: proof.terms.equal(made(proof, STAKE, 'weight', stake), proof.terms.arithmetic('/', product, proof.number(10_000n))) }
    },
  },
  {
    name: 'Stake.pending is pendingOf of the word’s own weight',
    reading: 'bits',
    state: (proof) => {
      const [stake, perWeight] = [proof.any('stake'), proof.any('perWeight')]
      const pending = proof.value(STAKE, 'pending', [stake, perWeight])
      return { claim: proof.terms.equal(pending, proof.value(STAKE, 'pendingOf', [stake, made(proof, STAKE, 'weight', stake), perWeight])) }
    },
  },
  {
    name: 'Stream.equals where all bits are equal, and nowhere else',
    reading: 'bits',
    state: (proof) => {
      const [one, other] = [proof.any('one'), proof.any('other')]
      return { claim: proof.terms.equal(proof.value(STREAM, 'equals', [one, other]), proof.terms.equal(one, other)) }
    },
  },
]

export const OTHERS: readonly Theorem[] = [
  ...WEIGHTS,
  {
    name: 'PositionWord.load reads back what PositionWord.store wrote in a half, for positions of a plain pool',
    reading: 'bits',
    state: (proof) => {
      const [word, offset, position] = [proof.any('word'), half(proof, 'upper'), plainPosition(proof)]
      const after = proof.value(POSITION, 'store', [word, offset, position])
      return { claim: proof.terms.equal(proof.value(POSITION, 'load', [after, offset]), position) }
    },
  },
  {
    name: 'PositionWord.store cuts amount and time of any position to the 94 and 34 bits of a half',
    reading: 'bits',
    state: (proof) => {
      const { terms } = proof
      const [word, offset, position] = [proof.any('word'), half(proof, 'upper'), proof.any('position')]
      const after = proof.value(POSITION, 'load', [proof.value(POSITION, 'store', [word, offset, position]), offset])
      const cut = (name: string, bits: number): Term =>
        terms.equal(proof.value(POSITION, name, [after]), terms.low(proof.value(POSITION, name, [position]), bits))
      return { claim: terms.and(cut('amount', 94), cut('unlockAt', 34)) }
    },
  },
  {
    name: 'PositionWord.store leaves the other half as it was, whatever is written',
    reading: 'bits',
    state: (proof) => {
      const { terms } = proof
      const [word, offset, position] = [proof.any('word'), half(proof, 'upper'), proof.any('position')]
      const other = terms.arithmetic('^', offset, proof.number(128n))
      const of = (one: Term): Term => terms.low(terms.arithmetic('>>', one, other), 128)
      return { claim: terms.equal(of(proof.value(POSITION, 'store', [word, offset, position])), of(word)) }
    },
  },
  {
    name: 'PositionWord.load and store take any word whole where a position has one',
    reading: 'bits',
    state: (proof) => {
      const { terms } = proof
      const [word, position, whole] = [proof.any('word'), proof.any('position'), proof.number(256n)]
      const after = proof.value(POSITION, 'store', [word, whole, position])
      return { claim: terms.and(terms.equal(after, position), terms.equal(proof.value(POSITION, 'load', [after, whole]), position)) }
    },
  },
  {
    name: 'placeOf gives no two positions of a pool the same place, and only places that load and store know',
    reading: 'bits',
    state: (proof) => {
      const { terms } = proof
      const [stream, a, b] = [proof.any('stream'), proof.any('a'), proof.any('b')]
      const [first, second] = [proof.run(POSITION, 'placeOf', [stream, a]), proof.run(POSITION, 'placeOf', [stream, b])]
      const [index, offset] = first.values.filter(isTerm)
      const same = terms.and(proof.same(index, second.values[0]), proof.same(offset, second.values[1]))
      const known = terms.or(...[0n, 128n, 256n].map((place) => terms.equal(term(offset), proof.number(place))))
      return { claim: terms.and(terms.or(terms.equal(a, b), terms.not(same)), known, terms.not(first.reverts)) }
    },
  },
  {
    name: 'laterTime and the fields of a time agree: no time lies beyond 2^34 - 1, none is earlier than what it follows',
    reading: 'bits',
    state: (proof) => {
      const { terms } = proof
      const [time, duration] = [proof.any('time', 34), proof.any('duration', 64)]
      const later = proof.value('types/Units.sol', 'laterTime', [time, duration])
      const now = proof.value('types/Units.sol', 'currentTime', [])
      const last = proof.number((1n << 34n) - 1n)
      const sum = terms.arithmetic('+', time, duration)
      return {
        claim: terms.and(
          terms.equal(later, terms.choose(terms.compare('<', sum, last), sum, last)),
          terms.equal(now, terms.choose(terms.compare('<', proof.timestamp, last), proof.timestamp, last)),
        ),
      }
    },
  },
]
