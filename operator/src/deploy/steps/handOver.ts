/** Every role that the deployer held while it built goes to the timelock; StakingPools last, which ends the deployment. */
import type { Address, PublicClient } from 'viem'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import type { PlanContext } from '../plan.ts'
import type { CallStep } from '../steps.ts'

export function handOverSteps({ deployer, book }: PlanContext): CallStep[] {
  const { tokens, contracts } = book
  const timelock = contracts.Timelock
  // Once it is not the deployer's any more there is nothing left to do here; the verification says if it went elsewhere.
  const gone = async (holder: Promise<Address>) => (await holder).toLowerCase() !== deployer.toLowerCase()
  const minters = (['GALX', 'MCM'] as const).map((symbol): CallStep => {
    const contract = { address: tokens[symbol], abi: galxAbi } as const
    return {
      kind: 'call',
      what: `${symbol} minter is the timelock`,
      call: { ...contract, functionName: 'setMinter', args: [timelock] },
      isDone: (reader) => gone(reader.readContract({ ...contract, functionName: 'minter' })),
    }
  })
  const vouchers = { address: contracts.RewardVouchers, abi: rewardVouchersAbi } as const
  const pools = { address: contracts.StakingPools, abi: stakingPoolsAbi } as const
  return [
    ...minters,
    {
      kind: 'call',
      what: 'RewardVouchers owner is the timelock',
      call: { ...vouchers, functionName: 'transferOwnership', args: [timelock] },
      isDone: (reader) => gone(reader.readContract({ ...vouchers, functionName: 'owner' })),
    },
    {
      kind: 'call',
      what: 'StakingPools owner is the timelock',
      call: { ...pools, functionName: 'transferOwnership', args: [timelock] },
      isDone: (reader) => gone(reader.readContract({ ...pools, functionName: 'owner' })),
    },
  ]
}

/** Whether an earlier run carried the deployment through: then nothing of it may be done a second time. */
export async function isFinished({ deployer, book }: PlanContext, reader: PublicClient): Promise<boolean> {
  const address = book.contracts.StakingPools
  if (!(await reader.getCode({ address }))) return false
  const owner = await reader.readContract({ address, abi: stakingPoolsAbi, functionName: 'owner' })
  return owner.toLowerCase() !== deployer.toLowerCase()
}
