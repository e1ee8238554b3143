/**
 * What one unit of a pool's weight has earned: the contract's own accumulator (`Accrual` in contracts/src/types/Stream.sol), computed from
 * its events. Pure. Amounts and weights are wei, times are unix seconds. The contract stores the accumulator modulo 2^157. Here it never wraps.
 */
import { WEIGHT_UNIT } from '@galx/protocol/formulas'
import { InconsistentEventsError } from '../ledger/source.ts'

/** log2 of the scale of `perWeight` (`SCALE_BITS` of Stream.sol). */
const SCALE_BITS = 65n
const HOUR = 3_600

/** A pool right after a change */
export type Accrual = {
  poolId: number
  block: number
  at: number
  /** the earnings of one unit of weight (10^9 wei) since the pool was made, wei × 2^65 */
  perWeight: bigint
  /** wei */
  totalWeight: bigint
  /** wei of the reward token per second, from `at` until `rewardEnd` */
  rewardRate: bigint
  rewardEnd: number
}

/**
 * The earnings of one unit of weight until `time`, rounded down like in the contract. Never less than at the change.
 * @param time a time at or after the change, and before the next change
 */
export function perWeightAt(
  { at, perWeight, totalWeight, rewardRate, rewardEnd }: Accrual,
  time: number,
): bigint {
  const elapsed = Math.min(time, rewardEnd) - at
  if (elapsed <= 0 || totalWeight < WEIGHT_UNIT) return perWeight
  return perWeight + ((rewardRate * BigInt(elapsed)) << SCALE_BITS) / (totalWeight / WEIGHT_UNIT)
}

/** Wei that `weight` (wei) earned while the accumulator went from `from` to `to`, rounded down. */
export function earnedBetween(weight: bigint, from: bigint, to: bigint): bigint {
  return ((weight / WEIGHT_UNIT) * (to - from)) >> SCALE_BITS
}

type Moment = { block: number; at: number }

/** The pools of a batch of events, applied in chain order. */
export class Accruals {
  readonly #stored: ReadonlyMap<number, Accrual>
  /** by pool: the newest of its rows that the batch writes */
  readonly #latest = new Map<number, Accrual>()
  readonly #rows: Accrual[] = []

  /** @param stored the latest accrual of each pool */
  constructor(stored: readonly Accrual[]) {
    this.#stored = new Map(stored.map((accrual) => [accrual.poolId, accrual]))
  }

  /** The pool's stream changed: a funding, a penalty, or a time without stakes. */
  setStream(poolId: number, rewardRate: bigint, rewardEnd: number, moment: Moment): void {
    Object.assign(this.#accrue(poolId, moment), { rewardRate, rewardEnd })
  }

  /**
   * An account's weight changed by `change`, or was written again.
   * @returns the earnings of one unit of weight until then
   * @throws InconsistentEventsError for a time before the pool's last change
   */
  addWeight(poolId: number, change: bigint, moment: Moment): bigint {
    const accrual = this.#accrue(poolId, moment)
    accrual.totalWeight += change
    return accrual.perWeight
  }

  /** The last change of each pool in each hour in which the batch has changes. */
  rows(): { hour: number; accrual: Accrual }[] {
    return this.#rows.map((accrual) => ({ hour: hourOf(accrual.at), accrual }))
  }

  /** @returns the pool's row of that hour, accrued up to the moment */
  #accrue(poolId: number, { block, at }: Moment): Accrual {
    const latest = this.#latest.get(poolId)
    const before = latest ?? this.#stored.get(poolId)
    if (before !== undefined && at < before.at)
      throw new InconsistentEventsError(`block ${block} has an earlier time than block ${before.block}`)
    if (latest !== undefined && hourOf(latest.at) === hourOf(at)) {
      latest.perWeight = perWeightAt(latest, at)
      latest.block = block
      latest.at = at
      return latest
    }
    const perWeight = before === undefined ? 0n : perWeightAt(before, at)
    const row = { totalWeight: 0n, rewardRate: 0n, rewardEnd: 0, ...before, poolId, block, at, perWeight }
    this.#latest.set(poolId, row)
    this.#rows.push(row)
    return row
  }
}

function hourOf(at: number): number {
  return Math.floor(at / HOUR)
}
