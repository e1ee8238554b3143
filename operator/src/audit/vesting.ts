/**
 * What of a program's funding has vested (`_vesting` of RewardVouchers.sol): each epoch, when it ends, lets
 * min(budget, unvested) wei vest. Nothing vests for epochs before the program's first.
 */
export type Vesting = {
  readonly budgetPerEpoch: bigint
  /** the first epoch that is not accounted for yet */
  readonly epoch: bigint
  /** wei */
  readonly unvested: bigint
  readonly vested: bigint
}

/** @param start unix seconds, a multiple of `epochDuration` */
export function newVesting(budgetPerEpoch: bigint, start: bigint, epochDuration: bigint): Vesting {
  return { budgetPerEpoch, epoch: start / epochDuration, unvested: 0n, vested: 0n }
}

/** Once all epochs before `epoch` have ended. */
export function advanced(vesting: Vesting, epoch: bigint): Vesting {
  if (epoch <= vesting.epoch) return vesting
  const due = (epoch - vesting.epoch) * vesting.budgetPerEpoch
  const vests = due < vesting.unvested ? due : vesting.unvested
  return { ...vesting, epoch, unvested: vesting.unvested - vests, vested: vesting.vested + vests }
}

/** @param epoch the one in which the money came: what it brings vests with that epoch's end at the earliest */
export function funded(vesting: Vesting, epoch: bigint, amount: bigint): Vesting {
  const current = advanced(vesting, epoch)
  return { ...current, unvested: current.unvested + amount }
}
