/** A funding target (a pool, a bonus program or the vault): its token, the contract that takes the token, and the state of its budget. */
import { encodeFunctionData, decodeFunctionResult, type Address, type Hex, type PublicClient } from 'viem'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import type { TokenSymbol } from '@galx/protocol/products'
import type { ContractCall } from '../deploy/session.ts'
import { contractAddress, tokenAddress } from '../verify/place.ts'
import { depositFault, pauseFault, weightFault } from './firstStake.ts'

/** The state of a budget. */
export type FundingStatus = {
  /** wei that the stream pays in a day, or the most wei that a program pays in an epoch */
  rate: bigint
  /** the end of the budget, unix seconds; 0: nothing is left */
  end: bigint
  /** wei that the stream does not pay by `end`, and that wait for the next funding */
  waiting: bigint
}

export type FundingTarget = {
  /** such as `pool galx` */
  name: string
  token: Address
  symbol: TokenSymbol
  /** the period of `rate` */
  per: 'day' | 'epoch'
  contract: Address
  call(amount: bigint): ContractCall
  /** the call that returns the target's state, and the reader of its answer at the block's time */
  status: { data: Hex; read(answer: Hex, now: bigint): FundingStatus }
  /**
   * Absent for a program, because a program streams nothing.
   * @returns the reason not to fund the target: new stakes are paused or too little is staked; undefined: the target may be funded
   */
  readFault?(reader: Pick<PublicClient, 'readContract'>): Promise<string | undefined>
}

const DAY = 86_400n

export function poolTarget(deployment: Deployment, key: string): FundingTarget | undefined {
  const pool = Object.entries(deployment.pools).find(([name]) => name === key)?.[1]
  if (pool === undefined) return undefined
  const contract = contractAddress(deployment, 'StakingPools')
  const args = [BigInt(pool.id)] as const
  return {
    name: `pool ${key}`,
    token: tokenAddress(deployment, pool.rewardToken),
    symbol: pool.rewardToken,
    per: 'day',
    contract,
    call: (amount) => ({
      address: contract,
      abi: stakingPoolsAbi,
      functionName: 'fund',
      args: [...args, amount],
    }),
    status: {
      data: encodeFunctionData({ abi: stakingPoolsAbi, functionName: 'poolState', args }),
      read(data, now) {
        const state = decodeFunctionResult({ abi: stakingPoolsAbi, functionName: 'poolState', data })
        return streamStatus(state, now)
      },
    },
    async readFault(reader) {
      const call = { address: contract, abi: stakingPoolsAbi, functionName: 'poolState', args } as const
      const { totalWeight, stakingPausedUntil } = await reader.readContract(call)
      return pauseFault('new stakes', stakingPausedUntil) ?? weightFault(totalWeight)
    },
  }
}

export function vaultTarget(deployment: Deployment): FundingTarget {
  const contract = contractAddress(deployment, 'ZnVault')
  return {
    name: 'the vault',
    token: tokenAddress(deployment, 'GALX'),
    symbol: 'GALX',
    per: 'day',
    contract,
    call: (amount) => ({ address: contract, abi: znVaultAbi, functionName: 'fund', args: [amount] }),
    status: {
      data: encodeFunctionData({ abi: znVaultAbi, functionName: 'vaultState' }),
      read(data, now) {
        return streamStatus(decodeFunctionResult({ abi: znVaultAbi, functionName: 'vaultState', data }), now)
      },
    },
    async readFault(reader) {
      const vault = { address: contract, abi: znVaultAbi } as const
      const [{ depositsPausedUntil }, assets, shares, minimumShares] = await Promise.all([
        reader.readContract({ ...vault, functionName: 'vaultState' }),
        reader.readContract({ ...vault, functionName: 'totalAssets' }),
        reader.readContract({ ...vault, functionName: 'totalSupply' }),
        reader.readContract({ ...vault, functionName: 'minimumShares' }),
      ])
      return pauseFault('deposits', depositsPausedUntil) ?? depositFault(assets, shares, minimumShares)
    },
  }
}

function streamStatus(
  { rewardRate, rewardEnd, undistributed }: { rewardRate: bigint; rewardEnd: bigint; undistributed: bigint },
  now: bigint,
): FundingStatus {
  const runs = rewardEnd > now && rewardRate > 0n
  return { rate: runs ? rewardRate * DAY : 0n, end: runs ? rewardEnd : 0n, waiting: undistributed }
}

export function programTarget(deployment: Deployment, key: string): FundingTarget | undefined {
  const program = Object.entries(deployment.programs).find(([name]) => name === key)?.[1]
  if (program === undefined) return undefined
  const contract = contractAddress(deployment, 'RewardVouchers')
  const id = BigInt(program.id)
  return {
    name: `program ${key}`,
    token: tokenAddress(deployment, program.token),
    symbol: program.token,
    per: 'epoch',
    contract,
    call: (amount) => ({
      address: contract,
      abi: rewardVouchersAbi,
      functionName: 'fund',
      args: [id, amount],
    }),
    status: {
      data: encodeFunctionData({ abi: rewardVouchersAbi, functionName: 'programs' }),
      read(data) {
        const programs = decodeFunctionResult({ abi: rewardVouchersAbi, functionName: 'programs', data })
        const state = programs.find((one) => one.id === id)
        if (state === undefined) throw new Error(`program ${key} is not on the chain`)
        const { budgetPerEpoch, fundedUntil } = state
        return { rate: fundedUntil === 0n ? 0n : budgetPerEpoch, end: fundedUntil, waiting: 0n }
      },
    },
  }
}

/** @returns the state of the target's budget in the newest block */
export async function readFundingStatus(
  reader: PublicClient,
  { contract, status }: FundingTarget,
): Promise<FundingStatus> {
  const { number, timestamp } = await reader.getBlock()
  const { data } = await reader.call({ to: contract, data: status.data, blockNumber: number })
  return status.read(data ?? '0x', timestamp)
}
