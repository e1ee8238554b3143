/** Every custom error with which a contract of the deployment can refuse a call. */
import type { Abi } from 'viem'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { aaaFundAbi } from '@galx/protocol/abi/AaaFund'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { mcmAbi } from '@galx/protocol/abi/MCM'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'

const ABIS: readonly Abi[] = [
  aaaAbi,
  aaaFundAbi,
  epochLogAbi,
  galxAbi,
  levelsAbi,
  mcmAbi,
  nodePassAbi,
  rewardVouchersAbi,
  stakingPoolsAbi,
  timelockAbi,
  znVaultAbi,
]

export const ERROR_ABI: Abi = ABIS.flatMap((abi) => abi.filter(({ type }) => type === 'error'))
