/**
 * What of a program's funding has vested: the arithmetic of `_vesting` in contracts/src/RewardVouchers.sol. Wei.
 * Each epoch, when it ends, lets the program's budget vest, as far as there is enough.
 */
export type Vesting = {
  budgetPerEpoch: bigint
  /** all that came in */
  funded: bigint
  /** what had not vested when `settledEpoch` began, with what came in since */
  unvested: bigint
  /** the first epoch that is not accounted for */
  settledEpoch: number
}

/** @param epoch the one that begins; before `settledEpoch` nothing changes */
function settledTo(vesting: Vesting, epoch: number): Vesting {
  if (epoch <= vesting.settledEpoch) return vesting
  const due = BigInt(epoch - vesting.settledEpoch) * vesting.budgetPerEpoch
  const unvested = due < vesting.unvested ? vesting.unvested - due : 0n
  return { ...vesting, unvested, settledEpoch: epoch }
}

/** What comes in during an epoch vests at its end at the earliest. @param epoch the one that runs */
export function fundedBy(vesting: Vesting, amount: bigint, epoch: number): Vesting {
  const settled = settledTo(vesting, epoch)
  return { ...settled, funded: settled.funded + amount, unvested: settled.unvested + amount }
}

/** @returns all that has vested when `epoch` begins, and nothing came in since `settledEpoch` but what is counted */
export function vestedAt(vesting: Vesting, epoch: number): bigint {
  return vesting.funded - settledTo(vesting, epoch).unvested
}
