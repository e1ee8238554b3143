/** ABI and creation code of every contract that the deployment creates: our committed release build, and Uniswap's published code. */
import type { Abi, Hex } from 'viem'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { aaaFundAbi } from '@galx/protocol/abi/AaaFund'
import { demoFaucetAbi } from '@galx/protocol/abi/DemoFaucet'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { mcmAbi } from '@galx/protocol/abi/MCM'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { standInTokenAbi } from '@galx/protocol/abi/StandInToken'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { aaaBytecode } from '@galx/protocol/bytecode/AAA'
import { aaaFundBytecode } from '@galx/protocol/bytecode/AaaFund'
import { demoFaucetBytecode } from '@galx/protocol/bytecode/DemoFaucet'
import { epochLogBytecode } from '@galx/protocol/bytecode/EpochLog'
import { galxBytecode } from '@galx/protocol/bytecode/GALX'
import { levelsBytecode } from '@galx/protocol/bytecode/Levels'
import { mcmBytecode } from '@galx/protocol/bytecode/MCM'
import { nodePassBytecode } from '@galx/protocol/bytecode/NodePass'
import { rewardVouchersBytecode } from '@galx/protocol/bytecode/RewardVouchers'
import { stakingPoolsBytecode } from '@galx/protocol/bytecode/StakingPools'
import { standInTokenBytecode } from '@galx/protocol/bytecode/StandInToken'
import { timelockBytecode } from '@galx/protocol/bytecode/Timelock'
import { znVaultBytecode } from '@galx/protocol/bytecode/ZnVault'
import { uniswapFactory, uniswapRouter, wrappedNative } from './uniswapArtefacts.ts'

export type Published = { abi: Abi; bytecode: Hex }

const PUBLISHED = {
  AAA: () => ({ abi: aaaAbi, bytecode: aaaBytecode }),
  AaaFund: () => ({ abi: aaaFundAbi, bytecode: aaaFundBytecode }),
  DemoFaucet: () => ({ abi: demoFaucetAbi, bytecode: demoFaucetBytecode }),
  EpochLog: () => ({ abi: epochLogAbi, bytecode: epochLogBytecode }),
  GALX: () => ({ abi: galxAbi, bytecode: galxBytecode }),
  Levels: () => ({ abi: levelsAbi, bytecode: levelsBytecode }),
  MCM: () => ({ abi: mcmAbi, bytecode: mcmBytecode }),
  NodePass: () => ({ abi: nodePassAbi, bytecode: nodePassBytecode }),
  RewardVouchers: () => ({ abi: rewardVouchersAbi, bytecode: rewardVouchersBytecode }),
  StakingPools: () => ({ abi: stakingPoolsAbi, bytecode: stakingPoolsBytecode }),
  StandInToken: () => ({ abi: standInTokenAbi, bytecode: standInTokenBytecode }),
  Timelock: () => ({ abi: timelockAbi, bytecode: timelockBytecode }),
  ZnVault: () => ({ abi: znVaultAbi, bytecode: znVaultBytecode }),
  SwapFactory: uniswapFactory,
  SwapRouter: uniswapRouter,
  WrappedNative: wrappedNative,
} satisfies Record<string, () => Published>

export type PublishedName = keyof typeof PUBLISHED

export function published(name: PublishedName): Published {
  return PUBLISHED[name]()
}

/** Whether this program knows the contract of a name in the deployment file. Loads no code. */
export function isPublished(name: string): boolean {
  return name === 'USDT' || name === 'BTCB' || Object.hasOwn(PUBLISHED, name)
}

/** The contract of a name in the deployment file. If we created USDT or BTCB, the contract is a stand-in. */
export function publishedAt(name: string): Published | undefined {
  if (!isPublished(name)) return undefined
  return published(name === 'USDT' || name === 'BTCB' ? 'StandInToken' : (name as PublishedName))
}
