/** The rules of bonuses for single amounts (docs/rewards.md). Pure. Wei and seconds, rounded down. */

/** A pool's coefficient: basis points of one GALX. */
const BPS = 10_000n
/** Shares of the vault for one wei of its asset, times BPS. */
const SHARES_BPS = 10n ** 16n
/** Points of a members program count the members' weight up to so many times the inviter's own. */
export const OWN_TIMES = 5n
/** Parts in which the promotion's ladder is paid, one an epoch. */
const LADDER_EPOCHS = 90n

/** @param weight wei of the pool's weight @param coefficient basis points of one GALX @returns wei of GALX */
export function poolPower(weight: bigint, coefficient: bigint): bigint {
  return (weight * coefficient) / BPS
}

/** @returns wei of GALX */
export function vaultPower(shares: bigint, coefficient: bigint): bigint {
  return (shares * coefficient) / SHARES_BPS
}

/** @returns wei * seconds that an inviter earns in a second */
export function pointsRate({ members, own }: { members: bigint; own: bigint }): bigint {
  const cap = OWN_TIMES * own
  return members < cap ? members : cap
}

/** A program's sums at an epoch's end, wei. `deficit`: what accounts have drawn above what they were granted. */
export type Budget = { vested: bigint; vestedBefore: bigint; cumulative: bigint; deficit: bigint }

/** What is vested and neither granted nor drawn without a grant. */
export function availableOf({ vested, cumulative, deficit }: Budget): bigint {
  const left = vested - cumulative - deficit
  return left > 0n ? left : 0n
}

/** What a program may grant that carries nothing over: at most what vests at this end. */
export function grantableOf(budget: Budget): bigint {
  const vests = budget.vested - budget.vestedBefore
  const available = availableOf(budget)
  return vests < available ? vests : available
}

/**
 * The promotion's ladder as lists: `steps` (members, ascending); for members that reach no step, the first, and so on, `amounts` in all and
 * `growths` an epoch, wei.
 *
 * At each end an entitlement grows by the growth for the members who are qualified then, up to the amount for the most members that ever
 * were at an end. It never falls.
 */
export function growthOf(ladder: readonly { members: number; amount: bigint }[]): {
  steps: number[]
  amounts: bigint[]
  growths: bigint[]
} {
  const amounts = [0n, ...ladder.map(({ amount }) => amount)]
  return {
    steps: ladder.map(({ members }) => members),
    amounts,
    growths: amounts.map((amount) => amount / LADDER_EPOCHS),
  }
}
