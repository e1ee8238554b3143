/** Words whose places are counted: two positions in one word, four tiers in one word; and the words that time moves. */
import { isTerm, term, type Value } from './evaluate.ts'
import type { Term } from './terms.ts'
import type { Proof, Theorem } from './theorem.ts'

const TIERS = 'types/TierTable.sol'
const POSITIONS = 'types/PositionWord.sol'
const POSITION = 'types/Position.sol'
const STAKE = 'types/Stake.sol'
const STREAM = 'types/Stream.sol'
const MATH = 'node_modules/solady/src/utils/FixedPointMathLib.sol'

function anyTier(proof: Proof, name: string): ReadonlyMap<string, Term> {
  return new Map([
    ['duration', proof.any(`${name}_duration`, 32)],
    ['multiplierBps', proof.any(`${name}_multiplier`, 16)],
    ['penaltyBps', proof.any(`${name}_penalty`, 16)],
  ])
}

function member(value: Value | undefined, name: string): Term {
  if (!(value instanceof Map)) throw new Error('no struct')
  return term((value as ReadonlyMap<string, Value>).get(name))
}

/** A position as a plain pool has them: of the one tier there is. */
function plainPosition(proof: Proof): Term {
  const [amount, unlockAt] = [proof.any('amount', 94), proof.any('unlockAt', 34)]
  return proof.value(POSITION, 'newPosition', [amount, proof.number(0n), unlockAt, proof.number(0n), proof.number(10_000n)])
}

function half(proof: Proof, name: string): Term {
  return proof.terms.choose(proof.any(name, 0), proof.number(128n), proof.number(0n))
}

/** @returns the one number that the function makes of the word alone */
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
    name: 'TierTable.terms reads back what TierTable.with wrote, in the first four places',
    reading: 'bits',
    state: (proof) => {
      const { terms } = proof
      const [table, number, tier] = [proof.any('table'), proof.any('number'), anyTier(proof, 'tier')]
      const { values, reverts } = proof.run(TIERS, 'terms', [proof.value(TIERS, 'with', [table, number, tier]), number])
      const given = [terms.compare('<', number, proof.number(4n)), terms.compare('!=', member(tier, 'multiplierBps'), proof.number(0n))]
      return { given, claim: terms.and(proof.same(values[0], tier), terms.not(reverts)) }
    },
  },
  {
    name: 'TierTable.with leaves every other place as it was',
    reading: 'bits',
    state: (proof) => {
      const { terms } = proof
      const [table, number, other] = [proof.any('table'), proof.any('number'), proof.any('other')]
      const after = proof.value(TIERS, 'with', [table, number, anyTier(proof, 'tier')])
      const place = (word: Term): Term => {
        const offset = terms.arithmetic('*', other, proof.number(64n))
        return terms.low(terms.arithmetic('>>', word, offset), 64)
      }
      const four = proof.number(4n)
      const given = [terms.compare('<', number, four), terms.compare('<', other, four), terms.compare('!=', number, other)]
      return { given, claim: terms.equal(place(table), place(after)) }
    },
  },
  {
    name: 'TierTable.terms gives the 64 bits of its place, and reverts only where those have no multiplier',
    reading: 'bits',
    state: (proof) => {
      const { terms } = proof
      const [table, number] = [proof.any('table'), proof.any('number')]
      const { values, reverts } = proof.run(TIERS, 'terms', [table, number])
      const word = terms.arithmetic('>>', table, terms.arithmetic('*', number, proof.number(64n)))
      const part = (offset: bigint, bits: number): Term => terms.low(terms.arithmetic('>>', word, proof.number(offset)), bits)
      const missing = terms.or(terms.compare('>=', number, proof.number(4n)), terms.equal(part(16n, 16), proof.number(0n)))
      const right = terms.and(
        terms.equal(member(values[0], 'penaltyBps'), part(0n, 16)),
        terms.equal(member(values[0], 'multiplierBps'), part(16n, 16)),
        terms.equal(member(values[0], 'duration'), part(32n, 32)),
      )
      return { claim: terms.choose(missing, reverts, terms.and(right, terms.not(reverts))) }
    },
  },
  {
    name: 'TierTable.count is the number of places before the first without a multiplier',
    reading: 'bits',
    state: (proof) => {
      const { terms } = proof
      const table = proof.any('table')
      const filled = (place: bigint): Term => {
        const word = terms.arithmetic('>>', table, proof.number(64n * place + 16n))
        return terms.compare('!=', terms.low(word, 16), proof.number(0n))
      }
      const count = (place: bigint): Term =>
        place === 4n ? proof.number(4n) : terms.choose(filled(place), count(place + 1n), proof.number(place))
      return { claim: terms.equal(proof.value(TIERS, 'count', [table]), count(0n)) }
    },
  },
  {
    name: 'PositionWord.load reads back what PositionWord.store wrote in a half, for positions of a plain pool',
    reading: 'bits',
    state: (proof) => {
      const [word, offset, position] = [proof.any('word'), half(proof, 'upper'), plainPosition(proof)]
      const after = proof.value(POSITIONS, 'store', [word, offset, position])
      return { claim: proof.terms.equal(proof.value(POSITIONS, 'load', [after, offset]), position) }
    },
  },
  {
    name: 'PositionWord.store cuts amount and time of any position to the 94 and 34 bits of a half',
    reading: 'bits',
    state: (proof) => {
      const { terms } = proof
      const [word, offset, position] = [proof.any('word'), half(proof, 'upper'), proof.any('position')]
      const after = proof.value(POSITIONS, 'load', [proof.value(POSITIONS, 'store', [word, offset, position]), offset])
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
      return { claim: terms.equal(of(proof.value(POSITIONS, 'store', [word, offset, position])), of(word)) }
    },
  },
  {
    name: 'PositionWord.load and store take any word whole where a position has one',
    reading: 'bits',
    state: (proof) => {
      const { terms } = proof
      const [word, position, whole] = [proof.any('word'), proof.any('position'), proof.number(256n)]
      const after = proof.value(POSITIONS, 'store', [word, whole, position])
      return { claim: terms.and(terms.equal(after, position), terms.equal(proof.value(POSITIONS, 'load', [after, whole]), position)) }
    },
  },
  {
    name: 'placeOf gives no two positions of a pool the same place, and only places that load and store know',
    reading: 'bits',
    state: (proof) => {
      const { terms } = proof
      const [stream, a, b] = [proof.any('stream'), proof.any('a'), proof.any('b')]
      const [first, second] = [proof.run(POSITIONS, 'placeOf', [stream, a]), proof.run(POSITIONS, 'placeOf', [stream, b])]
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
      const later = proof.value('types/Clock.sol', 'laterTime', [time, duration])
      const now = proof.value('types/Clock.sol', 'currentTime', [])
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
  {
    name: 'solady’s min, zeroFloorSub and rawDiv are the smaller, the difference or 0, and the quotient or 0',
    reading: 'bits',
    state: (proof) => {
      const { terms } = proof
      const [x, y] = [proof.any('x'), proof.any('y')]
      const less = terms.compare('<', x, y)
      const difference = terms.choose(less, proof.number(0n), terms.arithmetic('-', x, y))
      return {
        claim: terms.and(
          terms.equal(proof.value(MATH, 'min', [x, y]), terms.choose(less, x, y)),
          terms.equal(proof.value(MATH, 'zeroFloorSub', [x, y]), difference),
          terms.equal(proof.value(MATH, 'rawDiv', [x, y]), terms.arithmetic('/', x, y)),
        ),
      }
    },
  },
]
