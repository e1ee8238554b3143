/** The effect of buying a level, computed without React. Weights and amounts are wei, rounded down; times unix seconds. */
import {
  accountWeightOf,
  gainPerDay,
  ratePerDay,
  upgradePrice,
  type LevelTerms,
} from '@galx/protocol/formulas'
import type { WebPool } from '@galx/protocol/webConfig'
import type { AccountSnapshot, PoolSnapshot, Position } from '../../core/chain/chainStore.ts'
import type { AppState } from '../../core/state/appStore.ts'
import { valueOf, type Reading } from '../../core/state/reading.ts'
import { multiplierOf } from '../../staking/rewardModel.ts'

/** The level to offer: the chosen level, unless the account has passed it; else the next level. Null at the highest level. */
export function targetLevel(
  levels: readonly LevelTerms[],
  own: number | null,
  chosen: number | null,
): LevelTerms | null {
  const held = own ?? 0
  return levels[chosen !== null && chosen > held ? chosen : held + 1] ?? null
}

/** A level's effect on the account in one boosted pool, at the present rates. */
export type LevelGain = {
  /** the account's weight and the pool's weight, before and after */
  before: { own: bigint; total: bigint }
  after: { own: bigint; total: bigint }
  /** the daily reward before and after, including the account's own dilution, because the pool's weight grows too; null while no account is staked */
  perDay: { before: bigint; after: bigint } | null
}

export type LevelGainSituation = {
  pool: WebPool
  state: PoolSnapshot
  account: AccountSnapshot
  positions: readonly Position[]
  now: number
}

/** @param boostBps the boost of the level to buy */
export function gainOfLevel(
  { pool, state, account, positions, now }: LevelGainSituation,
  boostBps: number,
): LevelGain {
  const weighing = positions.map((position) => ({
    amount: position.amount,
    multiplierBps: multiplierOf(pool, position),
  }))
  const own = accountWeightOf(weighing, boostBps)
  const earning = ratePerDay(state, account.weight, now)
  return {
    before: { own: account.weight, total: state.totalWeight },
    after: { own, total: state.totalWeight - account.weight + own },
    perDay:
      earning === null
        ? null
        : {
            before: earning,
            after: earning + gainPerDay(state, account.weight, own - account.weight, now),
          },
  }
}

/** Whether a pool still counts the account with a boost that is not its level's boost. Anyone may update the boost. */
export function boostIsBehind(
  levels: readonly LevelTerms[],
  own: number | null,
  account: AccountSnapshot | undefined,
): boolean {
  const level = own === null ? undefined : levels[own]
  return level !== undefined && account !== undefined && account.boostBps !== level.boostBps
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

/** The one next step before a level is bought, in a person's order. */
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
