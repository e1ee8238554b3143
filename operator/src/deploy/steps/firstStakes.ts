/**
 * The stakes and the deposit that the deployer makes for the treasury before it funds a stream. Otherwise the first stranger who stakes
 * would get the whole stream. The treasury signs nothing.
 */
import { formatEther, type PublicClient } from 'viem'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { pairAmountFor, WEIGHT_UNIT } from '@galx/protocol/formulas'
import type { PoolKey } from '@galx/protocol/products'
import { LEAST_STAKED } from '../../funding/firstStake.ts'
import type { NetworkConfiguration } from '../../networks/networkConfiguration.ts'
import { DeploymentError } from '../deploymentError.ts'
import type { PlanContext } from '../planContext.ts'
import type { CallStep } from '../steps.ts'
import { withAllowances } from './approved.ts'

/**
 * A plan for development needs no first stakes.
 * @throws DeploymentError that names each pool that the plan funds with too small a first stake, and the vault if its first deposit is too
 * small
 */
export function assertFirstStakes({ development, pools, vault }: NetworkConfiguration): void {
  const faults: string[] = []
  const check = (what: string, funding: bigint, amount: bigint, token: string) => {
    const mayBeNone = funding === 0n || development
    if (amount >= LEAST_STAKED || (amount === 0n && mayBeNone)) return
    faults.push(`${what} is ${formatEther(amount)} ${token}, at least ${formatEther(LEAST_STAKED)} is needed`)
  }
  for (const [key, { funding, firstStake, stakeToken }] of Object.entries(pools))
    check(`the treasury's first stake in pool ${key}`, funding, firstStake, stakeToken)
  check("the treasury's first deposit into the vault", vault.funding, vault.firstDeposit, 'GALX')
  if (faults.length > 0) throw new DeploymentError(faults.join('; '))
}

export function firstStakeSteps(context: PlanContext): CallStep[] {
  const { configuration, book } = context
  const contract = { address: book.contracts.StakingPools, abi: stakingPoolsAbi } as const
  return (Object.keys(book.pools) as PoolKey[]).flatMap((key, index) => {
    const { firstStake, stakeToken, pairToken, pairRatio } = configuration.pools[key]!
    if (firstStake === 0n) return []
    const pool = book.pools[key]!
    const taken = [{ token: stakeToken, amount: firstStake }]
    if (pairToken) taken.push({ token: pairToken, amount: pairAmountFor(firstStake, pairRatio) })
    const stake: CallStep = {
      kind: 'call',
      what: `pool ${key}: first stake for the treasury`,
      call: {
        ...contract,
        functionName: 'stakeFor',
        args: [pool, configuration.treasury, firstStake, 0n],
      },
      spends: taken,
      isDone: async (reader: PublicClient) => {
        // A pool that does not exist cannot be read: the contract reverts.
        const count = await reader.readContract({ ...contract, functionName: 'poolCount' })
        if (count <= BigInt(index)) return false
        const { weight } = await reader.readContract({
          ...contract,
          functionName: 'accountState',
          args: [pool, configuration.treasury],
        })
        // The weight is at least the rounded stake, because no multiplier is below ×1.
        return weight >= firstStake - (firstStake % WEIGHT_UNIT)
      },
    }
    return withAllowances(context, stake, taken)
  })
}

export function firstDepositSteps(context: PlanContext): CallStep[] {
  const { treasury, vault } = context.configuration
  if (vault.firstDeposit === 0n) return []
  const contract = { address: context.book.contracts.ZnVault, abi: znVaultAbi } as const
  const taken = [{ token: 'GALX' as const, amount: vault.firstDeposit }]
  const deposit: CallStep = {
    kind: 'call',
    what: 'vault: first deposit for the treasury',
    call: { ...contract, functionName: 'deposit', args: [vault.firstDeposit, treasury] },
    spends: taken,
    isDone: async (reader) => {
      const shares = await reader.readContract({ ...contract, functionName: 'balanceOf', args: [treasury] })
      const worth = await reader.readContract({
        ...contract,
        functionName: 'convertToAssets',
        args: [shares],
      })
      // Rounding takes less than one wei when the shares are bought, and less than one wei when they are valued.
      return worth + 2n >= vault.firstDeposit
    },
  }
  return withAllowances(context, deposit, taken)
}
