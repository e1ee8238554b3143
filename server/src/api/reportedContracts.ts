/** The contracts whose transactions can be reported. */
import type { ContractName } from '@galx/protocol/products'
import { reportedLevels } from '../products/btc/reportedCall.ts'
import { reportedPasses } from '../products/passes/reportedCall.ts'
import { reportedVault } from '../products/zn/reportedCall.ts'
import { reportedStaking } from '../staking/reportedCall.ts'
import type { ReportedContract } from '../ledger/reportedCall.ts'

const CONTRACTS: Partial<Record<ContractName, ReportedContract>> = {
  StakingPools: reportedStaking,
  ZnVault: reportedVault,
  Levels: reportedLevels,
  NodePass: reportedPasses,
}

/** @throws for a contract that has report calls in the registry and no reader here */
export function reportedContract(name: ContractName): ReportedContract {
  const contract = CONTRACTS[name]
  if (contract === undefined) throw new Error(`there is no reader for reported transactions of ${name}`)
  return contract
}
