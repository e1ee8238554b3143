/**
 * The vested part of a program's funding (`_vesting` of RewardVouchers.sol): at the end of each epoch
 * min(budget, unvested) wei vest. Nothing vests for epochs before the program's first epoch.
 */
export type Vesting = {
  readonly budgetPerEpoch: bigint
  /** the first epoch that is not counted yet */
  readonly epoch: bigint
  /** wei */
  readonly unvested: bigint
  readonly vested: bigint
}

/** @param start unix seconds, a multiple of `epochDuration` */
export function newVesting(budgetPerEpoch: bigint, start: bigint, epochDuration: bigint): Vesting {
  return { budgetPerEpoch, epoch: start / epochDuration, unvested: 0n, vested: 0n }
}

/** Called once all epochs before `epoch` have ended. */
export function advanced(vesting: Vesting, epoch: bigint): Vesting {
  if (epoch <= vesting.epoch) return vesting
  const due = (epoch - vesting.epoch) * vesting.budgetPerEpoch
  const vests = due < vesting.unvested ? due : vesting.unvested
  return { ...vesting, epoch, unvested: vesting.unvested - vests, vested: vesting.vested + vests }
}

/** @param epoch the epoch of the funding: the funded amount vests at that epoch's end at the earliest */
export function funded(vesting: Vesting, epoch: bigint, amount: bigint): Vesting {
  const current = advanced(vesting, epoch)
  return { ...current, unvested: current.unvested + amount }
}
