/** The contracts that have an owner or a guardian. A test compares both lists with the contracts' ABIs. */
import type { ContractName } from './products.ts'

/** The contracts with an owner. Each is an Ownable2Step of OpenZeppelin, and the timelock is the owner. */
export const OWNED_CONTRACTS = [
  'StakingPools',
  'RewardVouchers',
  'ZnVault',
  'EpochLog',
] as const satisfies readonly ContractName[]
export type OwnedContract = (typeof OWNED_CONTRACTS)[number]

/** The contracts that a guardian can pause. */
export const GUARDED_CONTRACTS = [
  'StakingPools',
  'RewardVouchers',
  'ZnVault',
] as const satisfies readonly ContractName[]
export type GuardedContract = (typeof GUARDED_CONTRACTS)[number]
