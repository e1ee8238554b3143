/** Which contracts somebody has a power over. A test compares both lists with the contracts' ABIs. */
import type { ContractName } from './products.ts'

/** Those that have an owner: each is an Ownable2Step of OpenZeppelin's, and the timelock owns it. */
export const OWNED_CONTRACTS = [
  'StakingPools',
  'RewardVouchers',
  'ZnVault',
  'EpochLog',
] as const satisfies readonly ContractName[]
export type OwnedContract = (typeof OWNED_CONTRACTS)[number]

/** Those that a guardian can pause. */
export const GUARDED_CONTRACTS = [
  'StakingPools',
  'RewardVouchers',
  'ZnVault',
] as const satisfies readonly ContractName[]
export type GuardedContract = (typeof GUARDED_CONTRACTS)[number]
