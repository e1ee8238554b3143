/** Tokens as specified: only the contract's balance of each token is modelled, and nothing else is assumed. */
import type { Value } from './evaluate.ts'
import { isTerm, term } from './evaluate.ts'
import type { Execution, Outside } from './execute.ts'
import type { Term } from './terms.ts'

/** Names of the numbers that a theorem counts; no contract has variables with these names. */
const BALANCE = 'token balance'
export const SENT = 'token sent'

export function balanceOf({ storage }: Execution, token: Term): Term {
  return storage.number(BALANCE, [token], 256)
}

/** Adds to the counted number at a key. The amount may be negative. */
export function count({ storage, terms }: Execution, live: Term, path: string, key: Term, amount: Term): void {
  storage.setNumber(live, path, [key], terms.exact('+', storage.any(path, [key]), amount))
}

/** The contract's balance falls by at most the sent amount. It does not fall if the contract sends to itself. */
function send(execution: Execution, live: Term, [token, , amount]: readonly Value[]): void {
  const { storage, terms } = execution
  const [of, most] = [term(token), term(amount)]
  const before = balanceOf(execution, of)
  const sent = terms.fresh('sent', 256)
  terms.assume(terms.or(terms.not(live), terms.and(terms.compare('<=', sent, most), terms.compare('<=', sent, before))))
  storage.setNumber(live, BALANCE, [of], terms.exact('-', before, sent))
  count(execution, live, SENT, of, sent)
}

export const TOKENS: ReadonlyMap<string, Outside> = new Map<string, Outside>([
  ['balanceOf', (execution, _state, [token]) => balanceOf(execution, term(token))],
  [
    'safeTransfer',
    (execution, state, parameters) => {
      execution.refuse(state, execution.terms.fresh('refuses', 0))
      send(execution, state.live, parameters)
      return undefined
    },
  ],
  [
    'trySafeTransfer',
    (execution, state, parameters) => {
      const agrees = execution.terms.fresh('agrees', 0)
      send(execution, execution.terms.and(state.live, agrees), parameters)
      return agrees
    },
  ],
  [
    'safeTransferFrom',
    (execution, state, [token]) => {
      const { storage, terms } = execution
      execution.refuse(state, terms.fresh('refuses', 0))
      if (isTerm(token)) storage.setNumber(state.live, BALANCE, [token], terms.fresh('balance', 256))
      return undefined
    },
  ],
])
