/** The vault's first funding; it vests only while somebody holds shares. */
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { PlanContext } from '../planContext.ts'
import type { CallStep } from '../steps.ts'
import { withAllowances } from './approved.ts'

export function vaultSteps(context: PlanContext): CallStep[] {
  const { funding, vestingDuration } = context.configuration.vault
  if (funding === 0n) return []
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
  return withAllowances(context, fund, taken)
}
