/** The effect of a level's boost, computed without React. Weights and amounts are wei, rounded down; times unix seconds. */
import { accountWeightOf, gainPerDay, ratePerDay, type LevelTerms } from '@galx/protocol/formulas'
import type { WebPool } from '@galx/protocol/webConfig'
import type { AccountSnapshot, PoolSnapshot, Position } from '../../core/chain/chainStore.ts'
import { multiplierOf } from '../rewardModel.ts'

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

/** Whether the account's boost in a pool differs from the boost of the account's level. Anyone may update the boost. */
export function boostIsBehind(
  levels: readonly LevelTerms[],
  own: number | null,
  account: AccountSnapshot | undefined,
): boolean {
  const level = own === null ? undefined : levels[own]
  return level !== undefined && account !== undefined && account.boostBps !== level.boostBps
}
