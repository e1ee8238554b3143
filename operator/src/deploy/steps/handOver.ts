/**
 * Every role that the deployer held during the deployment goes to the timelock. StakingPools comes last and ends the deployment. An
 * ownership moves in two steps: the deployer offers it, and the timelock accepts it in a call that anyone can make.
 */
import { isAddressEqual, type Address, type PublicClient } from 'viem'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { rewardVouchersAbi as ownableAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import type { PlanContext } from '../planContext.ts'
import type { CallStep } from '../steps.ts'

export function handOverSteps({ deployer, book }: PlanContext): CallStep[] {
  const { tokens, contracts } = book
  const timelock = contracts.Timelock
  // Once the deployer no longer owns the contract, nothing is left to do here. The verification reports a wrong owner.
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
  const owned = (['EpochLog', 'RewardVouchers', 'StakingPools'] as const).flatMap((name): CallStep[] => {
    // all have OpenZeppelin's Ownable2Step
    const contract = { address: contracts[name], abi: ownableAbi } as const
    // The step of the timelock reads this too, perhaps before the contract exists.
    const accepted = async (reader: PublicClient) =>
      Boolean(await reader.getCode({ address: contract.address })) &&
      gone(reader.readContract({ ...contract, functionName: 'owner' }))
    return [
      {
        kind: 'call',
        what: `${name} offered to the timelock`,
        call: { ...contract, functionName: 'transferOwnership', args: [timelock] },
        isDone: async (reader) =>
          (await accepted(reader)) ||
          isAddressEqual(await reader.readContract({ ...contract, functionName: 'pendingOwner' }), timelock),
      },
      {
        kind: 'call',
        what: `${name} owner is the timelock`,
        call: {
          address: timelock,
          abi: timelockAbi,
          functionName: 'acceptOwnership',
          args: [contract.address],
        },
        isDone: accepted,
      },
    ]
  })
  return [...minters, ...owned]
}

/** Whether an earlier run completed the deployment. Then no step may be done a second time. */
export async function isFinished({ deployer, book }: PlanContext, reader: PublicClient): Promise<boolean> {
  const address = book.contracts.StakingPools
  if (!(await reader.getCode({ address }))) return false
  const owner = await reader.readContract({ address, abi: stakingPoolsAbi, functionName: 'owner' })
  return owner.toLowerCase() !== deployer.toLowerCase()
}
