/** The vault's first deposit, and then its first funding. */
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { PlanContext } from '../planContext.ts'
import type { CallStep } from '../steps.ts'
import { withAllowances } from './approved.ts'
import { firstDepositSteps } from './firstStakes.ts'

export function vaultSteps(context: PlanContext): CallStep[] {
  const { funding, vestingDuration } = context.configuration.vault
  if (funding === 0n) return firstDepositSteps(context)
  const contract = { address: context.book.contracts.ZnVault, abi: znVaultAbi } as const
  const rate = funding / BigInt(vestingDuration)
  const taken = [{ token: 'GALX' as const, amount: funding }]
  const fund: CallStep = {
    kind: 'call',
    what: 'vault funded',
    call: { ...contract, functionName: 'fund', args: [funding] },
    spends: taken,
    isDone: async (reader) => {
      const { rewardRate } = await reader.readContract({ ...contract, functionName: 'vaultState' })
      return rewardRate >= rate && rewardRate > 0n
    },
  }
  return [...firstDepositSteps(context), ...withAllowances(context, fund, taken)]
}
