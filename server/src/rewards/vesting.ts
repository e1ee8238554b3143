/**
 * The vested part of a program's funding, in wei: the arithmetic of `_vesting` in contracts/src/RewardVouchers.sol.
 * At the end of each epoch one budget of the program vests, or the rest if less is left.
 */
export type Vesting = {
  budgetPerEpoch: bigint
  /** the sum of all payments in */
  funded: bigint
  /** payments that had not vested when `settledEpoch` began, and all later payments */
  unvested: bigint
  /** the first epoch whose budget is not subtracted from `unvested` yet */
  settledEpoch: number
}

/** @param epoch the epoch that begins; an epoch before `settledEpoch` changes nothing */
function settledTo(vesting: Vesting, epoch: number): Vesting {
  if (epoch <= vesting.settledEpoch) return vesting
  const due = BigInt(epoch - vesting.settledEpoch) * vesting.budgetPerEpoch
  const unvested = due < vesting.unvested ? vesting.unvested - due : 0n
  return { ...vesting, unvested, settledEpoch: epoch }
}

/** A payment during an epoch vests at the end of that epoch at the earliest. @param epoch the current epoch */
export function fundedBy(vesting: Vesting, amount: bigint, epoch: number): Vesting {
  const settled = settledTo(vesting, epoch)
  return { ...settled, funded: settled.funded + amount, unvested: settled.unvested + amount }
}

/** @returns the sum that has vested when `epoch` begins, if no payment is missing in `vesting` */
export function vestedAt(vesting: Vesting, epoch: number): bigint {
  return vesting.funded - settledTo(vesting, epoch).unvested
}
