/** The rules of bonuses for single amounts (docs/rewards.md). Pure. Wei and seconds, rounded down. */

/** A pool's coefficient: basis points of one GALX. */
const BPS = 10_000n
/** Shares of the vault for one wei of its asset, times BPS. */
const SHARES_BPS = 10n ** 16n
/** The points of a program by members count the members' weight up to this multiple of the inviter's own weight. */
export const OWN_TIMES = 5n
/** The promotion pays its ladder in this number of parts, one part an epoch. */
const LADDER_EPOCHS = 90n

/** @param weight wei of the pool's weight @param coefficient basis points of one GALX @returns wei of GALX */
export function poolPower(weight: bigint, coefficient: bigint): bigint {
  return (weight * coefficient) / BPS
}

/** @returns wei of GALX */
export function vaultPower(shares: bigint, coefficient: bigint): bigint {
  return (shares * coefficient) / SHARES_BPS
}

/** @returns wei * seconds that an inviter earns per second */
export function pointsRate({ members, own }: { members: bigint; own: bigint }): bigint {
  const cap = OWN_TIMES * own
  return members < cap ? members : cap
}

/** A program's sums at the end of an epoch, wei. `deficit`: the sum that accounts have drawn beyond their grants. */
export type Budget = { vested: bigint; vestedBefore: bigint; cumulative: bigint; deficit: bigint }

/** The vested amount that is neither granted nor drawn without a grant. */
export function availableOf({ vested, cumulative, deficit }: Budget): bigint {
  const left = vested - cumulative - deficit
  return left > 0n ? left : 0n
}

/** The highest grant of a program without carry-over: at most the amount that vests at the end of this epoch. */
export function grantableOf(budget: Budget): bigint {
  const vests = budget.vested - budget.vestedBefore
  const available = availableOf(budget)
  return vests < available ? vests : available
}

/**
 * The promotion's ladder as lists: `steps` (numbers of members, ascending), `amounts` (total wei) and `growths` (wei per epoch). `amounts` and
 * `growths` have one item more than `steps`: the first item is for a number of members below the first step.
 *
 * At the end of each epoch, an entitlement grows by the growth for the number of members who are then qualified. The limit is the amount for the
 * highest number of members who were qualified at the end of any epoch so far. An entitlement never falls.
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
