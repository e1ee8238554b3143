/** The invariants that RewardVouchers keeps under calls of anybody: paid ≤ vested, and the balance covers all debts. */
import { word, type Node } from '../script/syntaxTree.ts'
import { Contract } from './contract.ts'
import { term, type Replacement, type Value } from './evaluate.ts'
import { Execution, type Outside, type World } from './execute.ts'
import type { Term } from './terms.ts'
import type { Proof, Sources, Statement, Theorem } from './theorem.ts'
import { balanceOf, count, SENT, TOKENS } from './tokens.ts'

const FILE = 'RewardVouchers.sol'
const PROGRAM = '_programs[]'
/** Counted numbers: wei in a program's events `Claimed`; the same by token; wei that the programs of a token owe. */
const [CLAIMED, CLAIMED_OF_TOKEN, OWED, FIRST] = ['claimed', 'claimed of token', 'owed of token', 'first epoch']

function anyAddress({ terms }: Execution): Term {
  return terms.fresh('account', 160)
}

/** Hashes and signatures may have any value: these theorems are not about the grants of vouchers. */
const SIGNATURES: ReadonlyMap<string, Outside> = new Map<string, Outside>([
  ['_hashTypedDataV4', ({ terms }) => terms.fresh('digest', 256)],
  ['hashed', ({ terms }) => terms.fresh('hash', 256)],
  ['recover', anyAddress],
])

/** One program's present fields. */
class Program {
  readonly #execution: Execution
  readonly #id: Term

  constructor(execution: Execution, id: Term) {
    this.#execution = execution
    this.#id = id
  }

  of(name: string, bits: number): Term {
    return this.#execution.storage.number(`${PROGRAM}.${name}`, [this.#id], bits)
  }

  get available(): Term {
    return this.of('available', 96)
  }
  get unvested(): Term {
    return this.of('unvested', 96)
  }
  get budget(): Term {
    return this.of('budget', 96)
  }
  get funded(): Term {
    return this.of('funded', 128)
  }
  get epoch(): Term {
    return this.of('epoch', 64)
  }
  get start(): Term {
    return this.of('start', 64)
  }
  /** the epoch in which the program starts */
  get first(): Term {
    return this.#execution.storage.any(FIRST, [this.#id])
  }
  get claimed(): Term {
    return this.#execution.storage.any(CLAIMED, [this.#id])
  }
}

/** The invariant of one state, for any program and any token. */
function invariant(execution: Execution, proof: Proof, id: Term, token: Term, time: Term = proof.timestamp): readonly Term[] {
  const { terms, storage } = execution
  const program = new Program(execution, id)
  const [zero, duration] = [terms.number(0n), storage.number('epochDuration', [], 256)]
  const constant = (file: string, name: string): Term => proof.number(proof.sources.constant(file, name))
  const { available, unvested, budget, funded, epoch, start, claimed, first } = program
  const now = terms.arithmetic('/', time, duration)
  const sum = (...parts: readonly Term[]): Term => parts.reduce((a, b) => terms.exact('+', a, b))
  const vested = terms.exact('-', funded, unvested)
  // budget × (now − first) = budget × (now − epoch) + budget × (epoch − first)
  const [ahead, behind] = [terms.exact('-', now, epoch), terms.exact('-', epoch, first)]
  const whole = terms.exact('*', budget, terms.exact('-', now, first))
  terms.assume(terms.equal(whole, sum(terms.exact('*', budget, ahead), terms.exact('*', budget, behind))))
  return [
    terms.and(terms.compare('>', duration, zero), terms.compare('<=', duration, constant('libraries/ProgramRules.sol', 'MAXIMUM_EPOCH_DURATION'))),
    terms.compare('<=', sum(available, unvested), constant('types/Units.sol', 'MAXIMUM_BALANCE')),
    terms.equal(start, terms.low(terms.exact('*', first, duration), 64)),
    // received tokens are paid, available or unvested
    terms.equal(sum(claimed, available, unvested), funded),
    terms.compare('>=', claimed, zero),
    // at most the budgets of the ended epochs have vested
    terms.compare('<=', vested, terms.exact('*', budget, behind)),
    terms.compare('>=', epoch, first),
    terms.or(terms.compare('<=', epoch, now), terms.equal(epoch, first)),
    terms.or(terms.compare('>', budget, zero), terms.and(...[available, unvested, funded].map((part) => terms.equal(part, zero)))),
    // a number without a program has no amounts
    terms.or(
      terms.equal(budget, zero),
      terms.compare('<=', terms.arithmetic('>>', id, terms.number(160n)), storage.number('_programIds.length', [], 64)),
    ),
    // of each token: at most the sum of the events is sent, and the balance covers the debts
    terms.compare('<=', storage.any(SENT, [token]), storage.any(CLAIMED_OF_TOKEN, [token])),
    terms.compare('>=', balanceOf(execution, token), storage.any(OWED, [token])),
  ]
}

function tokenOf({ terms }: Execution, id: Term): Term {
  return terms.low(id, 160)
}

function worldOf(proof: Proof, contract: Contract, id: Term, token: Term): World {
  const { terms, timestamp, sources } = proof
  const choose =
    (operator: string): Replacement =>
    ([a, b]) =>
      terms.choose(terms.compare(operator, term(a), term(b)), term(a), term(b))
  return {
    contract,
    timestamp,
    read: sources.read,
    replacements: new Map([
      ['min', choose('<')],
      ['max', choose('>')],
      ['ceilDiv', () => terms.fresh('quotient', 256)],
    ]),
    outside: new Map([...TOKENS, ...SIGNATURES]),
    granted: new Set(['nonReentrant']),
    onWrite(execution, { live, path, keys: [key], before, after }) {
      if (path === `${PROGRAM}.start` && key !== undefined) execution.storage.setNumber(live, FIRST, [key], new Program(execution, key).epoch)
      if (key === undefined || ![`${PROGRAM}.available`, `${PROGRAM}.unvested`].includes(path)) return
      count(execution, terms.boolean(true), OWED, tokenOf(execution, key), terms.exact('-', after, before))
    },
    onEmit(execution, { live }, event, [program, , amount]) {
      if (event !== 'Claimed') return
      count(execution, live, CLAIMED, term(program), term(amount))
      count(execution, live, CLAIMED_OF_TOKEN, tokenOf(execution, term(program)), term(amount))
    },
    invariant: (execution) => terms.and(...invariant(execution, proof, id, token)),
  }
}

/** The assumptions of the reading `linear` about quotients. */
const LEMMAS: readonly Theorem[] = [
  {
    name: 'a quotient lies between 0 and the dividend, and a larger dividend makes none smaller',
    reading: 'integers',
    state: (proof) => {
      const { terms } = proof
      const [x, y, d] = [proof.any('x', 64), proof.any('y', 64), proof.any('d', 64)]
      const [p, q] = [terms.arithmetic('/', x, d), terms.arithmetic('/', y, d)]
      const claim = terms.and(terms.compare('<=', p, x), terms.compare('<=', p, q))
      return { given: [terms.compare('<=', x, y), terms.compare('>', d, proof.number(0n))], claim }
    },
  },
]

function keeps(contract: Contract, definition: Node): (proof: Proof) => Statement {
  return (proof) => {
    const { terms } = proof
    const [id, token] = [proof.any('id'), proof.any('token', 160)]
    const execution = new Execution(terms, proof.sources.declarations, worldOf(proof, contract, id, token))
    const before = invariant(execution, proof, id, token)
    const parameters: readonly Value[] = execution.anyParameters(definition)
    const { reverts } = execution.call(definition, parameters)
    const after = invariant(execution, proof, id, token)
    return {
      given: [...before, terms.compare('<', proof.timestamp, proof.number(1n << 63n))],
      claim: terms.and(...execution.duties, terms.or(reverts, terms.and(...after))),
    }
  }
}

/** The contract's views of a program equal the counted numbers. */
function reports(contract: Contract): (proof: Proof) => Statement {
  return (proof) => {
    const { terms } = proof
    const [id, token] = [proof.any('id'), proof.any('token', 160)]
    const execution = new Execution(terms, proof.sources.declarations, worldOf(proof, contract, id, token))
    const given = invariant(execution, proof, id, token)
    const { values, reverts } = execution.call(contract.named('program'), [id])
    const [view] = values
    if (!(view instanceof Map)) throw new Error('program gives no struct')
    const [paid, vested, funded] = ['paid', 'vested', 'funded'].map((name) => term((view as ReadonlyMap<string, Value>).get(name)))
    if (paid === undefined || vested === undefined || funded === undefined) throw new Error('program reports something else')
    const right = terms.and(
      terms.equal(paid, new Program(execution, id).claimed),
      terms.compare('<=', paid, vested),
      terms.compare('<=', vested, funded),
    )
    return { given, claim: terms.or(reverts, right) }
  }
}

/** The storage of a new contract: everything is zero except the epochs' duration, and nothing is counted yet. */
function begins(contract: Contract): (proof: Proof) => Statement {
  return (proof) => {
    const { terms } = proof
    const [id, token, zero] = [proof.any('id'), proof.any('token', 160), proof.number(0n)]
    const execution = new Execution(terms, proof.sources.declarations, worldOf(proof, contract, id, token))
    const program = new Program(execution, id)
    const { available, unvested, budget, funded, epoch, start, claimed, first } = program
    const counted = [SENT, CLAIMED_OF_TOKEN, OWED].map((path) => execution.storage.any(path, [token]))
    const fields = [available, unvested, budget, funded, epoch, start, claimed, first, ...counted]
    const duration = execution.storage.number('epochDuration', [], 256)
    const checked = execution.call(
      proof.sources.functions('libraries/ProgramRules.sol').get('checkEpochDuration') ?? contract.named('checkEpochDuration'),
      [duration],
    )
    const given = [...fields.map((field) => terms.equal(field, zero)), terms.not(checked.reverts)]
    // Zero times a duration is zero.
    const nothing = terms.equal(terms.exact('*', first, duration), zero)
    return { given: [...given, nothing], claim: terms.and(...invariant(execution, proof, id, token)) }
  }
}

/** Time alone breaks no invariant: if it holds at one time, it holds at every later time. */
function lasts(contract: Contract): (proof: Proof) => Statement {
  return (proof) => {
    const { terms } = proof
    const [id, token, earlier] = [proof.any('id'), proof.any('token', 160), proof.any('earlier')]
    const execution = new Execution(terms, proof.sources.declarations, worldOf(proof, contract, id, token))
    const given = invariant(execution, proof, id, token, earlier)
    const duration = execution.storage.number('epochDuration', [], 256)
    const [before, now] = [earlier, proof.timestamp].map((time) => terms.arithmetic('/', time, duration))
    if (before === undefined || now === undefined) throw new Error('no times')
    return {
      given: [...given, terms.compare('<=', before, now)],
      claim: terms.and(...invariant(execution, proof, id, token)),
    }
  }
}

export function voucherTheorems(sources: Sources): readonly Theorem[] {
  const contract = new Contract(sources, FILE, 'RewardVouchers')
  const kept = contract.entries.map((definition): Theorem => ({
    name: `RewardVouchers.${word(definition, 'name')} keeps: paid ≤ vested ≤ budgets of the ended epochs; each token’s balance ≥ all that is owed`,
    reading: 'linear',
    state: keeps(contract, definition),
  }))
  return [
    ...LEMMAS,
    { name: 'RewardVouchers begins so', reading: 'linear', state: begins(contract) },
    { name: 'RewardVouchers stays so while time passes', reading: 'linear', state: lasts(contract) },
    ...kept,
    {
      name: 'RewardVouchers.program reports as paid what the events say was, at most what has vested, at most what came in',
      reading: 'linear',
      state: reports(contract),
    },
  ]
}
