/** Node passes without React. Times are unix seconds, amounts wei of MCM. */
import type { AppState } from '../core/state/appStore.ts'
import { nameProblem } from './passName.ts'

export type HeldPass = {
  id: bigint
  name: string
  /** the time from which the bond can be withdrawn; 0: no cool-down is running, the pass is live */
  unbondingUntil: number
}

/** Terms and totals of all passes, from the contract. */
export type PassTerms = {
  /** wei of MCM in each pass */
  bond: bigint
  /** seconds */
  coolDown: number
  /** the number of all passes */
  count: bigint
}

export type PassState =
  | { kind: 'live' }
  /** `left` in seconds; `elapsed` from 0 to 1 */
  | { kind: 'cooling'; until: number; left: number; elapsed: number }
  /** the bond can be taken out */
  | { kind: 'free'; until: number }

export function passState(
  { unbondingUntil }: Pick<HeldPass, 'unbondingUntil'>,
  coolDown: number,
  now: number,
): PassState {
  if (unbondingUntil === 0) return { kind: 'live' }
  const left = unbondingUntil - now
  if (left <= 0) return { kind: 'free', until: unbondingUntil }
  const elapsed = coolDown === 0 ? 1 : Math.min(1, Math.max(0, 1 - left / coolDown))
  return { kind: 'cooling', until: unbondingUntil, left, elapsed }
}

/** The one next step to a new pass, in the order of a person's steps. */
export type MintAction =
  | { kind: 'connect'; busy: boolean }
  | { kind: 'switch' }
  | { kind: 'wait' }
  | { kind: 'loading' }
  /** the bond could not be read: nothing could be checked or sent */
  | { kind: 'unread' }
  /** wei of MCM that are missing */
  | { kind: 'short'; missing: bigint }
  | { kind: 'enter' }
  | { kind: 'wrongName' }
  | { kind: 'mint'; name: string; bond: bigint }

export type MintSituation = {
  name: string
  address: AppState['address']
  connection: AppState['connection']
  /** a transaction is running, or was just sent */
  busy: boolean
  /** undefined while unknown */
  balance: bigint | undefined
  bond: bigint | undefined
  /** the bond could not be read */
  unread: boolean
}

export function mintAction({
  name,
  address,
  connection,
  busy,
  balance,
  bond,
  unread,
}: MintSituation): MintAction {
  if (address === null)
    return { kind: 'connect', busy: ['searching', 'choosing', 'connecting'].includes(connection) }
  if (connection === 'wrongChain') return { kind: 'switch' }
  if (busy) return { kind: 'wait' }
  if (bond === undefined) return { kind: unread ? 'unread' : 'loading' }
  if (balance !== undefined && balance < bond) return { kind: 'short', missing: bond - balance }
  if (name === '') return { kind: 'enter' }
  if (nameProblem(name) !== null) return { kind: 'wrongName' }
  return { kind: 'mint', name, bond }
}

export type Star = { x: number; y: number; size: number }

/** The constellation of a pass, from its number alone: the same everywhere, and different for each pass. On a field of 260 × 80. */
export function constellationOf(id: bigint): Star[] {
  // A linear congruential generator (Numerical Recipes): only the picture depends on its quality.
  let seed = Number((id * 2_654_435_761n + 97n) % 4_294_967_296n)
  const next = () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return seed / 4_294_967_296
  }
  const count = 5 + Math.floor(next() * 3)
  return Array.from({ length: count }, (_, index) => ({
    x: Math.round(((index + 0.2 + next() * 0.6) / count) * 260),
    y: Math.round(4 + next() * 72),
    size: Math.round((2.2 + next() * 1.8) * 10) / 10,
  }))
}
