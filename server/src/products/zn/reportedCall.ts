import { decodeFunctionData } from 'viem'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { NO_DETAILS, type ReportedContract } from '../../ledger/reportedCall.ts'

export const reportedVault: ReportedContract = {
  abi: znVaultAbi,
  read(input) {
    try {
      const { functionName, args } = decodeFunctionData({ abi: znVaultAbi, data: input })
      const call = { ...NO_DETAILS, functionName, kind: 'deposit' } as const
      switch (functionName) {
        case 'deposit':
        case 'depositWithInviter':
        case 'depositWithPermit':
          return { ...call, amount: args[0] }
        case 'mint':
          // The call contains the shares. The amount of assets is known only when the shares are minted.
          return call
        default:
          return null
      }
    } catch {
      return null
    }
  },
}
