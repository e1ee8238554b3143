/** The offer of a level, without React. Amounts are wei. */
import { upgradePrice, type LevelTerms } from '@galx/protocol/formulas'
import type { AppState } from '../../core/state/appStore.ts'
import { valueOf, type Reading } from '../../core/state/reading.ts'

/**
 * The level to offer: the chosen level above the account's own level. An account without a level is offered the first level. Null: an account
 * that has a level has not chosen a higher level, so that no purchase is offered right after a purchase.
 */
export function targetLevel(
  levels: readonly LevelTerms[],
  own: number | null,
  chosen: number | null,
): LevelTerms | null {
  const held = own ?? 0
  if (chosen !== null && chosen > held) return levels[chosen] ?? null
  return held === 0 ? (levels[1] ?? null) : null
}

/** The action of the button below the levels, or its reason to do nothing. */
export type LevelAction =
  | { kind: 'connect'; busy: boolean }
  | { kind: 'switch' }
  | { kind: 'wait' }
  | { kind: 'loading' }
  | { kind: 'short' }
  | { kind: 'buy'; level: number; price: bigint }

export type LevelSituation = {
  levels: readonly LevelTerms[]
  own: Reading<number>
  target: LevelTerms
  connection: AppState['connection']
  address: AppState['address']
  busy: boolean
  /** of MCM */
  balance: Reading<bigint>
}

/** The one next step before a level is bought, in the order of a person's steps. */
export function levelAction(at: LevelSituation): LevelAction {
  if (at.address === null)
    return { kind: 'connect', busy: ['searching', 'choosing', 'connecting'].includes(at.connection) }
  if (at.connection === 'wrongChain') return { kind: 'switch' }
  if (at.busy) return { kind: 'wait' }
  const own = valueOf(at.own)
  const balance = valueOf(at.balance)
  // Burned tokens never come back, so the button waits for known figures.
  if (own === undefined || balance === undefined) return { kind: 'loading' }
  const price = upgradePrice(at.levels, own, at.target.level)
  return balance < price ? { kind: 'short' } : { kind: 'buy', level: at.target.level, price }
}
